#!/bin/sh
# Creates the namespace if it does not exist. A workflow's history is kept for three days after it ends, like webhooks.
set -eu

temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 72h
