import { hostname } from 'node:os';
import { createSpool, type Spool } from '../delivery/spool.ts';
import type { CommandContext } from './context.ts';

/** The temporary files of this run. */
export function spoolOf({ paths, pid, isProcessAlive }: CommandContext): Spool {
  return createSpool({ tempDir: paths.tempDir, host: hostname(), pid, isProcessAlive });
}
