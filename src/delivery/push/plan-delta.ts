import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DiffSummary } from '../../delta/diff-options.ts';
import { BrctlError } from '../../errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { PushPart } from '../../state/push-run.ts';
import { groupDigits } from '../group-digits.ts';
import { type Comparison, compareCatalogs, type DeltaSink } from '../kept/compare-catalogs.ts';
import { type PreparedBody, prepareFile } from '../prepare-body.ts';
import { splitFile } from '../split-body.ts';
import { chooseLoad, type LoadChoice } from './choose-load.ts';
import { refuseOtherCount } from './damaged-base.ts';
import type { Base } from './find-base.ts';
import { guardRemovals } from './guards.ts';
import type { PushContext } from './push-context.ts';

/** Ends a diff when the delta itself is not needed. */
class EnoughKnown extends Error {}

const WHOLE_DELTA = 'delta.jsonl';

/**
 * Runs the diff up to the decision, and on to the delta's file where that is what is needed.
 *
 * @throws BrctlError `guard.removals`, `input.too_many_ops`, `push.base_damaged`, what the diff throws
 */
export async function compareWithBase(
  context: PushContext,
  base: Base,
): Promise<{ summary: DiffSummary; choice: LoadChoice; comparison?: Comparison }> {
  const { options, signal, tempDir } = context;
  const found: { summary?: DiffSummary; choice?: LoadChoice; comparison?: Comparison } = {};
  const file = await openDelta(context);
  try {
    const { comparison } = await compareCatalogs(base, options.file, file, {
      name: options.source,
      missing: options.missing,
      maxProblems: options.maxProblems,
      tempDir,
      signal,
      beforeEmit(summary) {
        refuseOtherCount(base, summary.oldProducts);
        const choice = chooseLoad({ ...options, asked: options.mode, summary });
        Object.assign(found, { summary, choice });
        if (choice.mode === 'full') throw new EnoughKnown();
        checkDelta(context, summary);
      },
    });
    if (comparison !== undefined) found.comparison = comparison;
  } catch (error) {
    if (!(error instanceof EnoughKnown)) throw error;
  } finally {
    await file.close();
  }
  const { summary, choice, comparison } = found;
  if (summary === undefined || choice === undefined) throw new Error('the diff returned no summary');
  return { summary, choice, ...(comparison && { comparison }) };
}

function checkDelta(context: PushContext, summary: DiffSummary): void {
  const { options } = context;
  if (summary.operations > options.maxOperations && !options.split) throw tooManyOperations(context, summary);
  const vanished = options.missing === 'ignore' ? 0 : summary.removed;
  guardRemovals(summary.oldProducts, vanished, options.guards);
}

async function openDelta({ partsFolder }: PushContext): Promise<DeltaSink & { close(): Promise<void> }> {
  await rm(partsFolder, { recursive: true, force: true });
  await mkdir(partsFolder, { mode: 0o700 });
  const handle = await open(path.join(partsFolder, WHOLE_DELTA), 'w', 0o600);
  let position = 0;
  return {
    async restart() {
      await handle.truncate(0);
      position = 0;
    },
    async write(lines) {
      // A disk that is nearly full takes a part; the next write says that it is full.
      for (let at = 0; at < lines.length; ) {
        const { bytesWritten } = await handle.write(lines, at, lines.length - at, position);
        at += bytesWritten;
        position += bytesWritten;
      }
    },
    close: () => handle.close(),
  };
}

function tooManyOperations(
  { options, commandLineWith }: PushContext,
  { operations }: DiffSummary,
): BrctlError {
  const [count, most] = [operations, options.maxOperations].map(groupDigits);
  return new BrctlError(`${count} operations, but one job takes ${most}`, {
    kind: 'input',
    code: 'input.too_many_ops',
    why: 'the service would refuse the whole job',
    hint: commandLineWith('--split'),
  });
}

/** One part where the delta fits into one job, else several. */
export async function divide(
  { partsFolder, options }: PushContext,
  summary: DiffSummary,
): Promise<PushPart[]> {
  const inFolder = (name: string) => path.join(partsFolder, name);
  const partName = (number: number) => `part-${String(number).padStart(4, '0')}.jsonl`;
  if (summary.operations === 0) return [];
  if (summary.operations <= options.maxOperations && summary.bytes <= LIMITS.jsonLinesBytes) {
    await rename(inFolder(WHOLE_DELTA), inFolder(partName(1)));
    return [{ file: partName(1), operations: summary.operations, state: 'ready' }];
  }
  const parts = await splitFile(inFolder(WHOLE_DELTA), {
    maxOperations: options.maxOperations,
    name: 'the delta',
    fileName: (number) => inFolder(partName(number)),
  });
  await rm(inFolder(WHOLE_DELTA));
  return parts.map(({ operations }, at) => ({ file: partName(at + 1), operations, state: 'ready' }));
}

/** The service checks every operation of a delta; so do we, before the first part goes out. */
export async function prepareParts(
  context: PushContext,
  parts: readonly PushPart[],
): Promise<PreparedBody[]> {
  const { options, partsFolder, signal, spool, stdin, threads } = context;
  const { maxProblems } = options;
  const bodies: PreparedBody[] = [];
  for (const { file } of parts) {
    if (file === undefined) continue;
    const source = { path: path.join(partsFolder, file), name: `the delta to ${options.source}` };
    bodies.push(await prepareFile(source, { mode: 'delta', maxProblems, threads, signal, spool, stdin }));
  }
  return bodies;
}
