#!/usr/bin/env bash
# image.sh ARCHIVE OUT: the image of a Linux archive as OUT/brctl-VERSION-image-ARCH.tar, which `docker load` reads.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
case $1 in *linux-arm64*) arch=arm64 ;; *) arch=amd64 ;; esac
out=$(mkdir -p "$2" && cd "$2" && pwd)
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
"$here/image-root.sh" "$1" "$work/context/root" "$arch"
tar -xzf "$1" -C "$work" --strip-components=1 --wildcards '*/VERSION'
read -r version commit <"$work/VERSION"
storage=(buildah --root "$work/storage" --runroot "$work/run")
"${storage[@]}" bud --quiet --format docker --arch "$arch" --timestamp "${SOURCE_DATE_EPOCH:-0}" -f "$here/../../deploy/Dockerfile" \
  --build-arg "VERSION=$version" --build-arg "COMMIT=$commit" -t brctl "$work/context" >/dev/null
image=$out/brctl-$version-image-$arch.tar
rm -f "$image"
"${storage[@]}" push --quiet brctl "docker-archive:$image:brctl-local:$version"
echo "$image"
