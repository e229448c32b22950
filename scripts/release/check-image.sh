#!/usr/bin/env bash
# check-image.sh ARCHIVE: builds the image, and runs its root as a container would: its user, read-only, without a shell, as process 1.
# By bubblewrap, since many machines that build let no container engine run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
image=$("$here/image.sh" "$1" "$work")
mkdir "$work/image" "$work/root"
tar -xf "$image" -C "$work/image"
tar -xzf "$1" -C "$work" --strip-components=1 --wildcards '*/VERSION'
read -r version commit <"$work/VERSION"
node - "$work/image" "$commit" "$work/root" <<'JS'
const { readFileSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const [, , folder, commit, root] = process.argv;
const [manifest] = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'));
for (const layer of manifest.Layers) execFileSync('tar', ['-xf', `${folder}/${layer}`, '-C', root]);
const { config } = JSON.parse(readFileSync(`${folder}/${manifest.Config}`, 'utf8'));
const wrong = [];
if (config.User !== '10001:10001') wrong.push('user');
if (config.StopSignal !== 'SIGTERM') wrong.push('stop signal');
if (!config.Healthcheck?.Test.includes('ready')) wrong.push('health check');
if (config.Labels['org.opencontainers.image.revision'] !== commit) wrong.push('revision');
if (wrong.length > 0) throw new Error(`the image is wrong in ${wrong}`);
JS
root=$work/root
for shell in bin/sh usr/bin/sh bin/bash usr/bin/dpkg usr/bin/apt; do
  [ ! -e "$root/$shell" ] || { echo "the image has /$shell" >&2; exit 1; }
done
mkdir -p "$work/data"
contain() {
  bwrap --unshare-user --uid 10001 --gid 10001 --unshare-pid --as-pid-1 --die-with-parent --ro-bind "$root" / --proc /proc --dev /dev --tmpfs /tmp \
    --bind "$work/data" /data --chdir /feed --clearenv --setenv HOME /data --setenv XDG_STATE_HOME /data/state --setenv NO_COLOR 1 "$@"
}
brctl=(/opt/brctl/lib/node /opt/brctl/lib/brctl/bin/brctl.js)
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
address=http://127.0.0.1:$port/api/v1/core/
health() { contain --setenv BRCTL_SEARCH_URL "$address" "${brctl[@]}" local ready; }
if health 2>/dev/null; then echo "ready before it was started" >&2; exit 1; fi
contain "${brctl[@]}" serve --port "$port" --sftp-port 0 --data /data/serve --log json >"$work/stdout" 2>"$work/stderr" &
outer=$!
for _ in $(seq 240); do
  if health 2>/dev/null; then break; fi
  kill -0 $outer || { cat "$work/stderr" >&2; exit 1; }
done
health
if grep -q 'BRCTL_API_KEY' "$work/stdout" "$work/stderr"; then echo "keys in the log" >&2; exit 1; fi
inner=$(pgrep -P $outer | head -1)
kill -TERM "$inner"
code=0
wait $outer || code=$?
[ "$code" -eq 143 ] || { echo "SIGTERM ended it with $code" >&2; exit 1; }
echo "image of $version ($commit): built, ready, stopped with 143"
