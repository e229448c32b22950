import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pid } from 'node:process';
import { isProcessAlive } from '../process/process-check.ts';
import { generateQuickBytes } from '../process/quick-random.ts';

/** The names that files have while they are written: hidden, with the number of their process. */
const PASSING_NAME = /^\.(.+)\.([0-9]+)-[0-9a-f]{12}\.tmp$/;

/** On another machine, or in another container, the process may live: then the file is younger than this. */
const ABANDONED_MS = 3_600_000;

/** A new name beside `target`, for what is to be renamed to it once it is whole. */
export function makeTempName(target: string): string {
  const name = `.${path.basename(target)}.${pid}-${generateQuickBytes(6).toString('hex')}.tmp`;
  return path.join(path.dirname(target), name);
}

/** The name that a file is to have in the end, or undefined where `file` has none for the time being. */
export function parseTempName(file: string): string | undefined {
  const name = PASSING_NAME.exec(path.basename(file))?.[1];
  return name === undefined ? undefined : path.join(path.dirname(file), name);
}

/** Removes temp files beside `target` whose process is dead and that are over an hour old, where it can. */
export async function removeStaleTempFiles(target: string): Promise<void> {
  const folder = path.dirname(target);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, base, owner] = PASSING_NAME.exec(name) ?? [];
    if (base !== path.basename(target) || isProcessAlive(Number(owner))) continue;
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs < Date.now() - ABANDONED_MS)
      await rm(file, { force: true }).catch(() => undefined);
  }
}
