#!/bin/sh
# Creates Temporal's two databases, or updates their schemas to the server's version. Safe to run again at any time.
set -eu

schema() {
  database=$1
  versions=/etc/temporal/schema/postgresql/v12/$2/versioned
  sql() { temporal-sql-tool --plugin postgres12 --ep "$SQL_HOST" -u "$SQL_USER" -p 5432 --db "$database" "$@"; }
  sql create
  sql setup-schema -v 0.0 || echo "$database already has a schema"
  sql update-schema -d "$versions"
}

schema temporal temporal
schema temporal_visibility visibility
