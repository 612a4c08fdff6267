#!/bin/sh
# Makes the namespace where it is not there. A workflow's history is kept three days after its end, as long as webhooks.
set -eu

temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 72h
