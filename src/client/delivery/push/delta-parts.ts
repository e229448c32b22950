import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DiffSummary } from '../../../catalog/delta/diff-options.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { PushPart } from '../../state/push-run.ts';
import { tooManyOperationsError } from '../limits.ts';
import { type PreparedBody, prepareFile } from '../prepare-body.ts';
import { splitFile } from '../split-body.ts';
import type { PushContext } from './push-context.ts';

const WHOLE_DELTA = 'delta.jsonl';

export async function openDelta({ partsFolder }: PushContext): Promise<FileHandle> {
  await rm(partsFolder, { recursive: true, force: true });
  await mkdir(partsFolder, { mode: 0o700 });
  return await open(path.join(partsFolder, WHOLE_DELTA), 'w', 0o600);
}

/** @throws BrctlError `input.too_many_ops` for a delta that one job cannot take, where several are not welcome */
export function refuseTooMany({ options, commandLineWith }: PushContext, { operations }: DiffSummary): void {
  if (operations <= options.maxOperations || options.split) return;
  throw tooManyOperationsError(operations, options.maxOperations, { hint: commandLineWith('--split') });
}

/** One part where the delta fits into one job, else several. */
export async function divide(
  { partsFolder, options }: PushContext,
  summary: DiffSummary,
): Promise<PushPart[]> {
  const locate = (name: string) => path.join(partsFolder, name);
  const namePart = (number: number) => `part-${String(number).padStart(4, '0')}.jsonl`;
  if (summary.operations === 0) return [];
  if (summary.operations <= options.maxOperations && summary.bytes <= LIMITS.jsonLinesBytes) {
    await rename(locate(WHOLE_DELTA), locate(namePart(1)));
    return [{ file: namePart(1), operations: summary.operations, state: 'ready' }];
  }
  const parts = await splitFile(locate(WHOLE_DELTA), {
    maxOperations: options.maxOperations,
    name: 'the delta',
    fileName: (number) => locate(namePart(number)),
  });
  await rm(locate(WHOLE_DELTA));
  return parts.map(({ operations }, index) => ({ file: namePart(index + 1), operations, state: 'ready' }));
}

/** The service checks every operation of a delta; so do we, before the first part goes out. */
export async function prepareParts(
  context: PushContext,
  parts: readonly PushPart[],
): Promise<PreparedBody[]> {
  const { options, partsFolder, signal, runFiles, stdin } = context;
  const { maxProblems } = options;
  const bodies: PreparedBody[] = [];
  for (const { file } of parts) {
    if (file === undefined) continue;
    const source = { path: path.join(partsFolder, file), name: `the delta to ${options.source}` };
    bodies.push(await prepareFile(source, { mode: 'delta', maxProblems, signal, runFiles, stdin }));
  }
  return bodies;
}
