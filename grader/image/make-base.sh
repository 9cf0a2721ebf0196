#!/usr/bin/env bash
# Makes a base for the sandbox image from Debian's archive, as a tar file: for where no image can be pulled.
# Usage: make-base.sh TARGET.tar ARCHITECTURE (amd64 or arm64)
set -euo pipefail

target=$1 architecture=$2

if ! command -v mmdebstrap >/dev/null; then
    need="apt-get install --no-install-recommends mmdebstrap debian-archive-keyring"
    if ! command -v apt-get >/dev/null; then
        echo "no base image can be pulled, and making one needs Debian or Ubuntu (mmdebstrap)" >&2
        exit 1
    fi
    if [ -n "${GRADATIM_NO_INSTALL:-}" ] || [ "$(id -u)" -ne 0 ]; then
        echo "no base image can be pulled, and making one needs mmdebstrap: run '$need' as root, then again" >&2
        exit 1
    fi
    echo "installing mmdebstrap"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    # The lists of a fresh machine may be missing or old: fetch them only when the first try fails.
    install="$need --yes -o DPkg::Lock::Timeout=300"
    $install >"$log" 2>&1 || { apt-get update >"$log" 2>&1 && $install >"$log" 2>&1; } ||
        { tail -n 1 "$log" >&2; exit 1; }
    rm -f "$log"
fi

exec mmdebstrap --quiet --variant=minbase --include=python3 --architectures="$architecture" \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    trixie "$target"
