// Loaded into a process ahead of its program: tells how much processor time its main thread took in one turn at most.
import { readFileSync, readlinkSync } from 'node:fs';

const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
const usedMs = () => Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

let last = usedMs();
let longest = 0;
setInterval(() => {
  const now = usedMs();
  longest = Math.max(longest, now - last);
  last = now;
}, 1).unref();

// Each message is answered with the longest turn since the one before.
process.on('message', () => {
  process.send?.(longest);
  longest = 0;
});
process.channel?.unref();
