import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Closers } from './closers.ts';

/**
 * The folder of one environment, mode 0700: below the data folder, or, where nothing is to be kept, a temporary one
 * that goes with the instance.
 */
export async function openInstanceFolder(
  dataDir: string | undefined,
  environment: string,
  closers: Closers,
): Promise<string> {
  if (dataDir !== undefined) {
    const folder = path.join(path.resolve(dataDir), environment);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'brctl-serve-'));
  closers.add(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
