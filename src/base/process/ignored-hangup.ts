import { readFileSync, readlinkSync } from 'node:fs';

const HANGUP_BIT = 1n;
const ACCESS_MODE = 3;
const WRITE_ONLY = 1;

/** Field of a /proc file; undefined on systems without /proc. */
function readProcField(file: string, label: string): string | undefined {
  try {
    return new RegExp(`^${label}:\\s*(\\w+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function isIgnoredByParent(parentPid: number): boolean {
  const mask = readProcField(`/proc/${parentPid}/status`, 'SigIgn');
  return mask !== undefined && (BigInt(`0x${mask}`) & HANGUP_BIT) !== 0n;
}

/** GNU nohup puts in place of a terminal a stdin that cannot be read: /dev/null, open for writing. */
function isStdinOfNohup(): boolean {
  const flags = readProcField('/proc/self/fdinfo/0', 'flags');
  if (flags === undefined || (Number.parseInt(flags, 8) & ACCESS_MODE) !== WRITE_ONLY) return false;
  return readlinkSync('/proc/self/fd/0') === '/dev/null';
}

/**
 * Was this process meant to outlive its terminal? Node resets a SIGHUP that was ignored when it was started (by `nohup`, or by
 * `trap '' HUP` in a script), so that this must be told by what is left: a parent that ignores it too, or the stdin that
 * nohup makes. False where the system does not say (Linux does).
 */
export function isHangupIgnored(parentPid: number): boolean {
  return isIgnoredByParent(parentPid) || isStdinOfNohup();
}
