#!/bin/sh
# The members of a replica set know each other by a key, which has to be in a file that only they can read.
set -eu

rm -f /tmp/keyfile
umask 377
printf '%s' "$MONGODB_KEY" >/tmp/keyfile
umask 022
# A worker that is killed leaves its transaction open, and the job's record locked, until its time is over.
exec docker-entrypoint.sh mongod --replSet sightread --keyFile /tmp/keyfile --bind_ip_all \
  --setParameter transactionLifetimeLimitSeconds=10
