import { hostname } from 'node:os';
import { createRunFiles, type RunFiles } from '../files/run-files.ts';
import type { CommandContext } from './context.ts';

/** The temporary files of this run. */
export function runFilesOf({ paths, pid, isProcessAlive }: CommandContext): RunFiles {
  return createRunFiles({ tempDir: paths.tempDir, host: hostname(), pid, isProcessAlive });
}
