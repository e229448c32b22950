#!/bin/sh
# Finds its own folder through any links, and runs brctl by the Node beside it.
self=$0
while [ -L "$self" ]; do
  to=$(readlink "$self")
  case $to in /*) self=$to ;; *) self=${self%/*}/$to ;; esac
done
lib=${self%/*}/../lib
exec "$lib/node" "$lib/brctl/bin/brctl.js" "$@"
