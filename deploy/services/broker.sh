#!/bin/sh
# Starts Redis, as its user. It keeps nothing on disk: the queue holds hints, and what it forgets the sweep finds.
set -eu

: "${BROKER_PASSWORD:?BROKER_PASSWORD is not set: python -m deploy env makes one}"
umask 077
cat >/tmp/redis.conf <<END
bind * -::*
requirepass $BROKER_PASSWORD
save ""
appendonly no
maxmemory 256mb
maxmemory-policy noeviction
END
unset BROKER_PASSWORD
exec redis-server /tmp/redis.conf
