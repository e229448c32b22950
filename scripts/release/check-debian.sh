#!/usr/bin/env bash
# check-debian.sh ARCHIVE: the Debian package without errors of lintian, installed beside bridge-utils, at work, and removed without a trace.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
"$here/debian.sh" "$1" "$work"
lintian --allow-root --fail-on error "$work"/*.deb
before=$(sha256sum /usr/sbin/brctl /usr/share/man/man8/brctl.8.gz 2>/dev/null || true)
dpkg -i "$work"/*.deb >/dev/null
trap 'dpkg --purge brctl-feed >/dev/null 2>&1; rm -rf "$work"' EXIT
brctl-feed --version
getent passwd brctl >/dev/null
[ "$(stat -c '%a %U' /etc/brctl/engine.env)" = '600 root' ]
[ "$before" = "$(sha256sum /usr/sbin/brctl /usr/share/man/man8/brctl.8.gz 2>/dev/null || true)" ]
dpkg-query -S '*/sbin/brctl' | grep -q '^bridge-utils:'
zcat "$(dpkg-query -L brctl-feed | grep 'man1/brctl-feed-push\.1\.gz$')" | grep -q 'brctl-feed push'
bash -c 'source /usr/share/bash-completion/completions/brctl-feed; complete -p brctl-feed' >/dev/null
if command -v systemd-analyze >/dev/null; then systemd-analyze verify /usr/lib/systemd/system/brctl-{local,ingest,search@1}.service; fi
runuser -u brctl -- env HOME="$work" brctl-feed serve --memory --port 0 --sftp-port 0 --exec 'brctl-feed local ready'
dpkg --purge brctl-feed >/dev/null
[ ! -e /usr/bin/brctl-feed ] && [ ! -e /usr/lib/brctl-feed ] && [ ! -e /etc/brctl ]
