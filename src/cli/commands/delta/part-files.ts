import { existsSync, realpathSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { refuseOverwriting } from '../../shared/file-operands.ts';

/** `delta_03.jsonl` in the folder of `delta.jsonl` is its third part. */
const PART_NUMBER = /_(\d{2,})(?:\.|$)/g;

/** Digits of a part's number: at least two, as many in all names of a set, so that names sort as their numbers do. */
const MIN_DIGITS = 2;
const MAX_DIGITS = 6;

export function countPartDigits(parts: number): number {
  return Math.max(MIN_DIGITS, String(parts).length);
}

/** `delta.jsonl.gz` and 3 give `delta_03.jsonl.gz`. */
export function formatPartName(file: string, part: number, digits = MIN_DIGITS): string {
  const { dir, base } = path.parse(file);
  const dot = base.indexOf('.', 1);
  const stem = dot < 0 ? base : base.slice(0, dot);
  return path.join(dir, `${stem}_${String(part).padStart(digits, '0')}${dot < 0 ? '' : base.slice(dot)}`);
}

/**
 * As `refuseOverwriting`, for all parts that a file may come in, whatever number of them there will be.
 * @throws BrctlError `usage.conflict`
 */
export function refuseOverwritingByParts(cwd: string, inputs: readonly string[], file: string): void {
  for (const input of inputs) {
    const inputPath = path.resolve(cwd, input);
    if (input === '-' || !existsSync(inputPath)) continue;
    for (const [, number = ''] of path.basename(realpathSync(inputPath)).matchAll(PART_NUMBER)) {
      refuseOverwriting(
        cwd,
        inputs,
        formatPartName(file, Number(number), number.length),
        'a part of the delta',
      );
    }
  }
}

/**
 * Removes the parts of an older set that follow the last new one without a gap, and those whose numbers have more or fewer
 * digits: a pattern for all parts would match them too. A name with a number behind a gap, such as that of a
 * year, is none of them.
 * @returns the names of the files that are gone
 * @throws the system's errors
 */
export async function removeOlderParts(file: string, cwd: string, lastPart: number): Promise<string[]> {
  const removed: string[] = [];
  for (let digits = MIN_DIGITS; digits <= MAX_DIGITS; digits++) {
    const first = digits === countPartDigits(lastPart) ? lastPart + 1 : 1;
    removed.push(...(await removeFrom(file, cwd, first, digits)));
  }
  return removed;
}

/** Removes parts up to a gap. */
async function removeFrom(file: string, cwd: string, first: number, digits: number): Promise<string[]> {
  const removed: string[] = [];
  for (let part = first; ; part++) {
    const name = formatPartName(file, part, digits);
    const stats = await lstat(path.resolve(cwd, name)).catch(() => undefined);
    if (stats === undefined || !stats.isFile()) return removed;
    await rm(path.resolve(cwd, name));
    removed.push(name);
  }
}
