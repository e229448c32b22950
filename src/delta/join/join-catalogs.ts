import { NEW, OLD } from '../side.ts';
import { BatchMatcher } from './batch-matcher.ts';
import { type DiffRun, DuplicateSuspected } from './diff-run.ts';
import { LineReader } from './line-reader.ts';
import { OrderedJoin } from './ordered-join.ts';
import type { Pace } from './pace.ts';
import { Pairing } from './pairing.ts';
import { RecordPair } from './record-pair.ts';
import { UnorderedJoin } from './unordered-join.ts';

/** Lines between two steps of the pace. */
const LINES_PER_STEP = 32;

/**
 * Matches the records of two catalogs by id, whatever their order, and puts aside the operations between them.
 *
 * @throws DuplicateSuspected, FingerprintCollision, MemoryExceeded, EnoughFindings
 */
export async function joinCatalogs(run: DiffRun, pace: Pace): Promise<void> {
  const reader = new LineReader(run);
  const pair = new RecordPair(run, reader);
  const pairing = new Pairing(run, reader, pair);
  const ordered = new OrderedJoin(run, reader, pairing);
  const unordered = new UnorderedJoin(run, reader, new BatchMatcher(run, pairing));
  let isDone = false;
  while (!isDone) {
    await ordered.run();
    isDone = await unordered.run();
  }
  const leftovers = pairing.takeLeftovers();
  if (run.idLog.hasDuplicates()) throw new DuplicateSuspected();
  for (const [index, position] of leftovers[NEW].entries()) {
    if (index % LINES_PER_STEP === 0) await pace.step();
    pair.add(pairing.fetch(NEW, position));
  }
  if (run.missing === 'ignore') run.counts.removed = leftovers[OLD].length;
  else {
    for (const [index, position] of leftovers[OLD].entries()) {
      if (index % LINES_PER_STEP === 0) await pace.step();
      pair.vanish(pairing.fetch(OLD, position));
    }
  }
}
