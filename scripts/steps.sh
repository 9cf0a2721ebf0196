# shellcheck shell=bash
# What every set-up script shares: how a step is shown, how it is remembered, how a package is installed.
# Sourced, never run. What is done is noted in var/stamps/, each log is in var/log/.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
mkdir -p var/stamps var/log

say() { printf '%s\n' "gradatim: $*"; }

# fail MESSAGE: one line that says what to do.
fail() {
    printf '%s\n' "gradatim: $*" >&2
    exit 1
}

# step NAME WHAT COMMAND...: run it with its output in var/log/NAME.log, and show what runs and for how long.
step() {
    local what=$2 log=var/log/$1.log began=$SECONDS status=0
    shift 2
    say "$what ..."
    heartbeat "$what" 9>&- & # its sleep outlives it, and must not keep the lock of `alone`
    local heart=$!
    # In the foreground, so that Ctrl-C ends it and whatever it started; some programs then exit as if they had failed.
    trap 'kill $heart 2>/dev/null; exit 130' INT TERM
    ("$@") >"$log" 2>&1 </dev/null || status=$?
    trap - INT TERM
    kill $heart 2>/dev/null || true
    wait $heart 2>/dev/null || true
    ((status == 0)) || fail "$what failed: $(reason "$log") (all of it: $log)"
    say "$what: done, $((SECONDS - began)) s"
}

# alone NAME: until this script ends, no other one goes beyond this line in this folder.
alone() {
    command -v flock >/dev/null || return 0
    exec 9>"var/$1.lock"
    flock --nonblock 9 && return
    say "another make is at it here ($1): waiting for it"
    flock 9
}

# heartbeat WHAT: say every ten seconds that this script still works on it, until it ends.
heartbeat() {
    local seconds=0
    while sleep 10 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        ((seconds += 10))
        say "$1: $seconds s so far"
    done
}

# reason LOG: the one line of a failed step's output that tells most.
reason() {
    if grep -qiE 'no space left|disk quota|ENOSPC' "$1" || (($(free_mib) < 50)); then
        echo "the disk is full ($(free_mib) MiB free)"
    else
        grep -iE '^(E:|npm error|ERROR|error)' "$1" | head -n 1 | grep . || tail -n 1 "$1" | grep . || echo "it said nothing"
    fi
}

# free_mib: what is left where this folder is or where temporary files go, whichever is less. Not every program that
# fails for want of it says so.
free_mib() { df -Pk . "${TMPDIR:-/tmp}" | awk 'NR > 1 { print int($4 / 1024) }' | sort -n | head -n 1; }

# digest FILE...: one word that changes whenever the name or content of any of these files does.
digest() { sha256sum "$@" | sha256sum | cut -c1-20; }

# is_done NAME KEY, done_with NAME KEY: has this step been finished for just this input?
is_done() { [ "$(cat "var/stamps/$1" 2>/dev/null)" = "$2" ]; }
done_with() { printf '%s\n' "$2" >"var/stamps/$1"; }
undone() { rm -f "var/stamps/$1"; }

# may_install: can packages of the system be installed here?
may_install() {
    [ -z "${GRADATIM_NO_INSTALL:-}" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null
}

# why_not: what stands in the way of may_install, for a sentence.
why_not() {
    if [ -n "${GRADATIM_NO_INSTALL:-}" ]; then
        echo "GRADATIM_NO_INSTALL is set"
    elif ! command -v apt-get >/dev/null; then
        echo "this is neither Debian nor Ubuntu"
    else
        echo "this needs root"
    fi
}

# install_packages WHAT-FOR PACKAGE...: from the distribution, or stop with the command to type.
install_packages() {
    local purpose=$1
    shift
    may_install || fail "$purpose missing, and not installed since $(why_not). Run as root: apt-get install --no-install-recommends $*"
    step "apt-$1" "installing $* (for $purpose)" apt_install "$@"
}

apt_install() {
    local options=(--yes --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    export DEBIAN_FRONTEND=noninteractive
    apt_alone apt-get install "${options[@]}" "$@" && return
    # The package lists of a fresh machine are missing or old, and an interrupted install is half done.
    apt_alone dpkg --configure -a
    apt_alone apt-get update && apt_alone apt-get install "${options[@]}" "$@"
}

# apt_alone COMMAND...: steps run side by side, and apt's own patience does not cover its lists. What the command leaves
# running, as a service, does not keep the lock.
apt_alone() { flock --close var/apt.lock "$@"; }
