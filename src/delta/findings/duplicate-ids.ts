import type { DiffRun } from '../join/diff-run.ts';
import { LineReader } from '../join/line-reader.ts';
import { LineWindow } from '../join/line-window.ts';
import type { Pace } from '../join/pace.ts';
import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD, type Side } from '../side.ts';

const INITIAL_IDS = 1 << 12;

/** The upper 53 bits of a fingerprint, as a number that can be sorted. */
function numberOf({ low, high }: Hash): number {
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}

/** Calls `visit` with the fingerprint number and the position of every record of a catalog, read from its start. */
async function forEachId(
  run: DiffRun,
  side: Side,
  pace: Pace,
  visit: (id: number, window: LineWindow) => void,
): Promise<void> {
  const { source } = run.windows[side];
  await source.rewind();
  const window = new LineWindow(side, source, run.kernel, pace);
  const reader = new LineReader(run);
  const hash: Hash = { low: 0, high: 0 };
  while (window.peek() || (await window.line())) {
    if (reader.identify(window, hash)) visit(numberOf(hash), window);
    window.advance();
  }
}

/** Fingerprints that appear more than once in a catalog. */
async function repeatedIds(run: DiffRun, side: Side, pace: Pace): Promise<Set<number>> {
  let ids = new Float64Array(INITIAL_IDS);
  let count = 0;
  await forEachId(run, side, pace, (id) => {
    if (count === ids.length) {
      const larger = new Float64Array(count * 2);
      larger.set(ids);
      ids = larger;
    }
    ids[count++] = id;
  });
  const sorted = ids.subarray(0, count).sort();
  return new Set(sorted.filter((id, index) => index > 0 && sorted[index - 1] === id));
}

/** Notes every record of a catalog whose id came before in it. Exact: ids are compared, not fingerprints. */
async function noteDuplicates(run: DiffRun, side: Side, pace: Pace): Promise<void> {
  const repeated = await repeatedIds(run, side, pace);
  if (repeated.size === 0) return;
  const reader = new LineReader(run);
  const firstPositions = new Map<string, number>();
  await forEachId(run, side, pace, (id, window) => {
    if (!repeated.has(id)) return;
    const { region, start, end, position } = window;
    if (!reader.read(side, region.bytes, start, end, position)) return;
    const product = reader.lines[side].id;
    const first = firstPositions.get(product);
    if (first === undefined) firstPositions.set(product, position);
    else {
      run.findings.add({
        side,
        position,
        severity: 'error',
        code: 'catalog.duplicate_id',
        message: `the id ${JSON.stringify(product)} is also on`,
        product,
        hint: 'keep one record for each id',
        other: { side, position: first },
      });
    }
  });
}

/**
 * Looks for ids that appear twice in one of the catalogs and notes them, with both lines. Reads each catalog up to
 * twice more: called only when there is reason to suspect some.
 *
 * @returns how many errors are known then, lines that share an id and cannot be read among them; 0 means that
 *   different ids shared a fingerprint
 */
export async function noteDuplicateIds(run: DiffRun, pace: Pace): Promise<number> {
  await noteDuplicates(run, OLD, pace);
  await noteDuplicates(run, NEW, pace);
  return run.findings.errorCount;
}
