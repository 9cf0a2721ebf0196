#!/bin/sh
# Runs inside the base image, once: takes away what no submission needs.
set -eu

# Nobody may become somebody else.
find / -xdev -perm /6000 -exec chmod a-s {} +

for stdlib in /usr/lib/python3.* /usr/local/lib/python3.*; do
    [ -d "$stdlib" ] || continue
    rm -rf "$stdlib/ensurepip" "$stdlib/idlelib" "$stdlib/tkinter" "$stdlib/test" "$stdlib/pydoc_data" \
        "$stdlib/site-packages/pip" "$stdlib"/site-packages/pip-*
    python3 -m compileall -qq -f --invalidation-mode unchecked-hash "$stdlib"
done
rm -rf /usr/bin/apt* /usr/bin/dpkg* /usr/lib/apt /usr/lib/dpkg /etc/apt /etc/dpkg /var/lib/apt /var/lib/dpkg \
    /usr/bin/perl* /usr/lib/*/perl-base /usr/share/perl* /usr/local/bin/pip* /usr/local/bin/idle* \
    /usr/share/doc /usr/share/man /usr/share/info /usr/share/locale /usr/share/bash-completion \
    /usr/lib/*/libapt-* /var/cache/* /var/log/* /strip.sh
