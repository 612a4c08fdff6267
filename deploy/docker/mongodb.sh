#!/bin/sh
# The members of a replica set authenticate each other with a key file that only their user may read.
set -eu

rm -f /tmp/keyfile
umask 377
printf '%s' "$MONGODB_KEY" >/tmp/keyfile
umask 022
# A killed worker's transaction stays open, and its job's record locked, until this limit; the default is 60 s.
exec docker-entrypoint.sh mongod --replSet sightread --keyFile /tmp/keyfile --bind_ip_all \
  --setParameter transactionLifetimeLimitSeconds=10
