#!/usr/bin/env bash
# The demo ends well, says what it found, and leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")/.."
before=$(git status --porcelain | sort)
output=$(npm run --silent demo)
echo "$output" | tail -5
after=$(git status --porcelain | sort)
[ "$before" = "$after" ] || { echo "the demo left something behind: $after"; exit 1; }
