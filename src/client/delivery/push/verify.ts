import { BrctlError } from '../../../base/errors.ts';
import { missingIn } from '../../../catalog/rules/check-value.ts';
import { parsePointer } from '../../../protocol/json-pointer.ts';
import { readHead } from '../file-head.ts';
import { availabilityIn } from './delta-effects.ts';
import type { PushContext } from './push-context.ts';

type Verifying = Pick<PushContext, 'report' | 'service' | 'signal' | 'timing'>;

/** Products that are looked for; one that shows is enough. */
const CANDIDATES = 5;
/** Lines that are looked through for candidates. */
const LINES = 500;
/** The service's caches clear in 1 to 5 minutes (doc: public-facts B7); a local one has none. */
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 100;

/**
 * Products of a delta or a catalog that a search should show: whole records and availability first; what is removed,
 * unavailable or incomplete does not show.
 */
export async function findCandidates(file: string): Promise<string[]> {
  const whole: string[] = [];
  const partial: string[] = [];
  for (const line of await firstLines(file)) {
    const found = readCandidate(line);
    if (found !== undefined) (found.isWhole ? whole : partial).push(found.id);
  }
  return [...new Set([...whole, ...partial])].slice(0, CANDIDATES);
}

async function firstLines(file: string): Promise<string[]> {
  const { text } = await readHead(file);
  return text.toString('utf8').split('\n').slice(0, LINES);
}

function readCandidate(line: string): { id: string; isWhole: boolean } | undefined {
  const operation = parse(line);
  if (operation?.op !== 'add' || typeof operation.path !== 'string') return undefined;
  const [family, id, first, second] = parsePointer(operation.path) ?? [];
  // What is made unavailable is not in search answers (doc: public-facts B4).
  if (family !== 'products' || id === undefined || availabilityIn(operation.value, first, second) === false)
    return undefined;
  const isWhole = first === undefined;
  if (isWhole && missingIn(JSON.stringify(operation.value), family) !== 0) return undefined;
  return { id, isWhole };
}

/** The head of a file may end within a line. */
function parse(line: string): { op?: unknown; path?: unknown; value?: unknown } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Looks until a search shows one of the candidates.
 *
 * @throws BrctlError `push.not_searchable` when none of them shows in time; what the search throws
 */
export async function verifySearchable(context: Verifying, candidates: readonly string[]): Promise<void> {
  const { report, timing, signal } = context;
  const { probe } = context.service;
  if (probe === undefined) return remark(context, 'not verified: no search access is configured (authKey)');
  if (candidates.length === 0)
    return remark(context, 'not verified: the change affects nothing that a search can show');
  const deadline = timing.now().getTime() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const [shown] = await probe(candidates);
    if (shown !== undefined) return remark(context, `a search shows product ${shown}`);
    if (timing.now().getTime() + pauseMs > deadline) break;
    await timing.sleep(pauseMs, signal);
  }
  report.searchable.state = 'unknown';
  throw notSearchable(candidates);
}

function remark({ report }: Verifying, text: string): void {
  report.searchable.remark = text;
}

function notSearchable(candidates: readonly string[]): BrctlError {
  return new BrctlError(`the index job succeeded, but a search shows none of ${candidates.join(', ')}`, {
    kind: 'temporary',
    code: 'push.not_searchable',
    why: 'the catalog is applied; search caches may take 1 to 5 minutes to clear',
    hint: 'check again later with brctl search; --no-verify skips this check',
    data: { products: [...candidates] },
  });
}
