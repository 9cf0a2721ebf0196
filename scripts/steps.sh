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
    "$@" >"$log" 2>&1 </dev/null &
    local child=$!
    trap 'kill "$child" 2>/dev/null; exit 130' INT TERM
    while sleep 0.2 && kill -0 "$child" 2>/dev/null; do
        # A long step says that it still lives.
        if (((SECONDS - began) >= 10 && (SECONDS - began) % 10 == 0 && SECONDS != ${said:-0})); then
            local said=$SECONDS
            say "$what: $((SECONDS - began)) s so far"
        fi
    done
    wait "$child" || status=$?
    trap - INT TERM
    if ((status)); then
        fail "$what failed: $(reason "$log") (all of it: $log)"
    fi
    say "$what: done, $((SECONDS - began)) s"
}

# reason LOG: the one line of a failed step's output that tells most.
reason() {
    if grep -qiE 'no space left|disk quota|ENOSPC' "$1"; then
        echo "the disk is full ($(df -h --output=avail . | tail -n 1 | tr -d ' ') free here)"
    else
        grep -iE '^(E:|npm error|ERROR|error)' "$1" | head -n 1 | grep . || tail -n 1 "$1" | grep . || echo "it said nothing"
    fi
}

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
    # Steps run side by side, and apt's own patience does not cover its lists.
    exec 9>var/apt.lock
    flock 9
    local options=(--yes --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    export DEBIAN_FRONTEND=noninteractive
    apt-get install "${options[@]}" "$@" && return
    # The package lists of a fresh machine are missing or old, and an interrupted install is half done.
    dpkg --configure -a
    apt-get -o DPkg::Lock::Timeout=300 update && apt-get install "${options[@]}" "$@"
}
