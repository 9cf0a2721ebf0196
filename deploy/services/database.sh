#!/bin/sh
# Starts PostgreSQL, as its user. Makes its data first where there is none; what was interrupted is begun again.
set -eu

: "${DATABASE_PASSWORD:?DATABASE_PASSWORD is not set: python -m deploy env makes one}"
data=/var/lib/gradatim-database/data
bin=$(echo /usr/lib/postgresql/*/bin)

if [ ! -d $data ]; then
    rm -rf $data.new
    printf '%s' "$DATABASE_PASSWORD" >/tmp/password
    "$bin/initdb" --username=gradatim --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 \
        --pgdata=$data.new >/tmp/initdb.log || { cat /tmp/initdb.log; exit 1; }
    rm /tmp/password
    echo 'host all all all scram-sha-256' >>$data.new/pg_hba.conf
    echo 'CREATE DATABASE gradatim' | "$bin/postgres" --single -D $data.new postgres >/dev/null
    mv $data.new $data
fi
unset DATABASE_PASSWORD
exec "$bin/postgres" -D $data -c 'listen_addresses=*' -c unix_socket_directories=/tmp "$@"
