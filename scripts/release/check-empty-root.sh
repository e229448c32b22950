#!/usr/bin/env bash
# check-empty-root.sh ARCHIVE: unpacks the archive and works with it in a root that has the C libraries, a shell and nothing else:
# push by payload, push over SFTP, search and jobs, all against its own serve.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/image-root.sh" "$1" "$work/root"
mkdir -p "$work/root/bin" "$work/root/usr/bin" "$work/shop"
cp /bin/dash "$work/root/bin/sh"
cp -L /usr/bin/readlink "$work/root/usr/bin/readlink"
for library in $(ldd /usr/bin/readlink | grep -o '/lib[^ ]*'); do
  [ -e "$work/root$library" ] || cp --parents -L "$library" "$work/root"
done
cp "$here"/../../fixtures/catalog.jsonl "$here"/../../fixtures/catalog-next-day.jsonl "$work/shop"
cat >"$work/shop/cycle.sh" <<'SH'
set -e
brctl-feed push catalog.jsonl --via payload
brctl push catalog-next-day.jsonl --via sftp
brctl search "floor lamp" --rows 3
brctl jobs
brctl diff catalog.jsonl catalog-next-day.jsonl -o delta.jsonl
brctl local ready
brctl doctor
SH
bwrap --unshare-all --die-with-parent --ro-bind "$work/root" / --proc /proc --dev /dev --tmpfs /tmp --bind "$work/shop" /feed --chdir /feed --clearenv \
  --setenv PATH /opt/brctl/bin:/bin:/usr/bin --setenv HOME /tmp/home --setenv NO_COLOR 1 \
  /bin/sh -c 'brctl --version; brctl serve --memory --port 0 --sftp-port 0 --exec "sh cycle.sh"' | tee "$work/output"
for line in '^1\.' 'searchable.*yes' 'floor' 'ok *program .*Node 2' 'is ready$'; do
  grep -q -i "$line" "$work/output" || { echo "nothing like \"$line\" was printed" >&2; exit 1; }
done
[ -s "$work/shop/delta.jsonl" ]
