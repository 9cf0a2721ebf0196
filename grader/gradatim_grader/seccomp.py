"""The system calls that a sandbox may make: an allow list of our own, pinned to the engine's architecture.

The engine's default profile differs between versions (old ones let io_uring, AF_VSOCK and ptrace through), so it is
never relied on. What is not listed fails with EPERM. 32-bit and x32 calls fail altogether.
"""

from __future__ import annotations

from typing import Any

ARCHITECTURES = {"amd64": "SCMP_ARCH_X86_64", "arm64": "SCMP_ARCH_AARCH64"}
NEW_NAMESPACES = 0x7E020080  # CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
EPERM, ENOSYS = 1, 38
AF_UNIX = 1
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL; F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ
DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 1030, 1031, 1032)

# By purpose. Missing on purpose:
# - ways into the kernel that sandboxes were left by: bpf, io_uring_*, keyctl and its kin, kexec, memfd_create, mount
#   and its kin, name_to_handle_at, open_by_handle_at, perf_event_open, personality, process_vm_*, ptrace, setns,
#   splice, vmsplice, unshare, userfaultfd, and everything that needs a capability;
# - what one sandbox could slow the others with: sync (writes back every disk of the host), fadvise64 and readahead (the
#   shared page cache), inotify and mq_* (counted for a user, not for a container), membarrier (interrupts every
#   processor), mincore (tells what others read).
ALLOWED = {
    "files": """
        access chdir chmod close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fallocate
        fchdir fchmod fchmodat fchown fchownat fgetxattr flistxattr flock fstat fstatfs ftruncate
        futimesat getcwd getdents getdents64 getxattr ioctl lgetxattr link linkat listxattr llistxattr
        lseek lstat mkdir mkdirat newfstatat open openat openat2 pipe pipe2 pread64 preadv preadv2 pwrite64
        pwritev pwritev2 read readlink readlinkat readv rename renameat renameat2 rmdir sendfile stat statfs
        statx symlink symlinkat truncate umask unlink unlinkat utime utimensat utimes write writev""",
    "memory": """
        brk get_mempolicy madvise mlock mmap mprotect mremap munlock munmap pkey_alloc pkey_free
        pkey_mprotect""",
    "waiting": """
        epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 poll ppoll pselect6
        select signalfd signalfd4 timerfd_create timerfd_gettime timerfd_settime""",
    "processes": """
        arch_prctl capget capset execve execveat exit exit_group fork getegid geteuid getgid getgroups getpgid getpgrp
        getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid kill pidfd_open
        pidfd_send_signal prctl prlimit64 rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn
        rt_sigsuspend rt_sigtimedwait sched_getaffinity sched_getparam sched_get_priority_max sched_get_priority_min
        sched_getscheduler sched_setaffinity sched_yield set_robust_list set_tid_address setpgid setpriority setrlimit
        setsid sigaltstack tgkill tkill vfork wait4 waitid""",
    "threads": "futex futex_waitv get_robust_list get_thread_area set_thread_area",
    "identity": "setgid setgroups setresgid setresuid setuid setfsgid setfsuid",  # the engine's own start needs some
    "time": """
        alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep pause restart_syscall
        setitimer time timer_create timer_delete timer_getoverrun timer_gettime timer_settime times""",
    "sockets": """
        accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg
        sendmsg sendto setsockopt shutdown""",
    "system": "getcpu getrandom sysinfo uname",
}


def profile(architecture: str) -> dict[str, Any]:
    """The profile for an engine of this architecture ("amd64" or "arm64"), in the engine's own JSON form."""
    names = sorted({name for group in ALLOWED.values() for name in group.split()})
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": EPERM,
        "architectures": [ARCHITECTURES[architecture]],
        "syscalls": [
            _allow(names),
            _allow(["clone"], _argument(0, "SCMP_CMP_MASKED_EQ", NEW_NAMESPACES & 0xFFFFFF00, 0)),
            # Within the sandbox only. Loopback TCP, raw sockets, AF_ALG, AF_VSOCK and netlink are kernel code that a
            # function of arrays never needs, and TCP's buffers are counted for the whole host.
            _allow(["socket", "socketpair"], _argument(0, "SCMP_CMP_EQ", AF_UNIX)),
            # No locks of byte ranges: their memory is counted for nobody, and there may be millions of them.
            *(_allow(["fcntl"], _argument(1, "SCMP_CMP_EQ", command)) for command in DESCRIPTOR_COMMANDS),
            # Done already: /tmp is on no disk. But the engine's own mounts are, /etc/hostname say, and to write those
            # back again and again flushes the host's disk thousands of times a second.
            _answer(["fdatasync", "fsync", "msync"], 0),
            # The C library falls back to clone only where clone3 does not exist at all.
            _answer(["clone3"], ENOSYS),
        ],
    }


def _allow(names: list[str], *arguments: dict[str, Any]) -> dict[str, Any]:
    return {"names": names, "action": "SCMP_ACT_ALLOW", "args": list(arguments)}


def _answer(names: list[str], errno: int) -> dict[str, Any]:
    """Answered without being made: with an error, or with 0 as if it had been done."""
    return {"names": names, "action": "SCMP_ACT_ERRNO", "errnoRet": errno, "args": []}


def _argument(index: int, operation: str, value: int, second: int = 0) -> dict[str, Any]:
    return {"index": index, "op": operation, "value": value, "valueTwo": second}
