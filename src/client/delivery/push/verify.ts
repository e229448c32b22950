import { BrctlError } from '../../../base/errors.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { findMissingAttributes } from '../../../catalog/rules/check-value.ts';
import { parsePointer } from '../../../protocol/json-pointer.ts';
import { type AppliedBase, updateAppliedBase } from '../../state/applied-base.ts';
import { readHead } from '../file-head.ts';
import { readOperationTexts } from '../operation-texts.ts';
import type { Changes } from './changes.ts';
import { readAvailability } from './delta-effects.ts';
import type { ProgressReporter, PushContext, ShownProduct } from './push-context.ts';

/** Values of a product in a search once the change is visible. */
export type ExpectedHit = NonNullable<AppliedBase['expected']>[number];

/** Products that are looked for. */
const MAX_EXPECTED = 3;
/** Lines that are looked through for them. */
const MAX_LINES = 500;
/** The service's caches clear in 1 to 5 minutes (doc: public-facts B7); a local one has none. */
export const DEFAULT_VISIBLE_MS = 330_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 15_000;

/**
 * Expected hits after a delta, or a catalog: values that changed first, then whole records, then what is
 * absent, last what merely has to show. Where no search can show any of them, they are `isHidden`.
 * @param of the catalog that a delta leads to, or what changed in a whole one: what that has unavailable may never have been
 *   on sale, unless that is among the changes
 */
export async function findExpected(
  file: string,
  of: { catalog: string } | { changes: Changes | undefined },
): Promise<ExpectedHit[]> {
  const isDelta = 'catalog' in of;
  const examples = isDelta ? undefined : of.changes?.examples;
  const preferred = new Set(Object.values(examples ?? {}).flat());
  const byId = new Map<string, ExpectedHit & { rank: number }>();
  for (const line of await readFirstLines(file)) {
    const hit = readExpected(line, isDelta);
    if (hit === undefined) continue;
    const before = byId.get(hit.id);
    // A product without availability does not show, whatever else changed.
    const isAbsent = (before?.isAbsent ?? false) || (hit.isAbsent ?? false);
    byId.set(hit.id, {
      ...before,
      ...hit,
      rank: Math.min(before?.rank ?? hit.rank, hit.rank),
      ...(isAbsent && { isAbsent }),
    });
  }
  const records = [...byId.values()];
  // A product that was unavailable before proves nothing by not showing.
  const changed = records.filter(
    ({ id, isAbsent }) => preferred.has(id) && (!isAbsent || examples?.newlyUnavailable.includes(id)),
  );
  const telling = changed.length > 0 ? changed : records.filter(({ isAbsent }) => !isAbsent || isDelta);
  const proving = telling.filter(({ rank }) => rank < PROVES_NOTHING);
  const inOrder = (proving.length > 0 ? proving : telling).sort((a, other) => a.rank - other.rank);
  if (isDelta) await markHidden(inOrder, of.catalog);
  const shown = inOrder.filter(({ isHidden }) => !isHidden);
  const told = shown.length > 0 ? shown : inOrder;
  return told.slice(0, MAX_EXPECTED).map(({ rank: _rank, ...expected }) => expected);
}

/** A delta may change what no search shows: the catalog is read until the first hits that can show are known. */
async function markHidden(hits: readonly ExpectedHit[], catalog: string): Promise<void> {
  const unknown = new Map(hits.flatMap((hit) => (hit.isHidden === undefined ? [[hit.id, hit]] : [])));
  const areFirstKnown = () => {
    const first = hits.filter(({ isHidden }) => !isHidden).slice(0, MAX_EXPECTED);
    return first.every(({ isHidden }) => isHidden === false);
  };
  if (areFirstKnown()) return;
  const input = await openInput(catalog, { maxInflatedBytes: Number.POSITIVE_INFINITY });
  for await (const { product, text } of readOperationTexts(input, catalog)) {
    const hit = unknown.get(product);
    if (hit === undefined) continue;
    hit.isHidden = !canShow(JSON.parse(text.toString()).value);
    if (areFirstKnown()) return;
  }
}

/** Searches omit unavailable products (doc: public-facts B4), and records that the index skips for want of an attribute. */
function canShow(record: unknown): boolean {
  const isAvailable = readAvailability(record, undefined, undefined) !== false;
  return isAvailable && findMissingAttributes(JSON.stringify(record), 'products') === 0;
}

async function readFirstLines(file: string): Promise<string[]> {
  const { text } = await readHead(file);
  return text.toString('utf8').split('\n').slice(0, MAX_LINES);
}

/** Rank of a product that a delta adds as unavailable: it may never have shown. */
const PROVES_NOTHING = 4;

function readExpected(line: string, isDelta: boolean): (ExpectedHit & { rank: number }) | undefined {
  const operation = parse(line);
  if (operation === undefined || typeof operation.path !== 'string') return undefined;
  const [family, id, first, second] = parsePointer(operation.path) ?? [];
  if (family !== 'products' || id === undefined) return undefined;
  if (operation.op === 'remove')
    return first === undefined ? { id, isAbsent: true, isHidden: false, rank: 2 } : { id, rank: 3 };
  if (operation.op !== 'add') return undefined;
  const availability = readAvailability(operation.value, first, second);
  const isPart = first !== undefined;
  if (availability === false)
    return { id, isAbsent: true, isHidden: false, rank: isDelta && !isPart ? PROVES_NOTHING : 2 };
  if (!isPart && !canShow(operation.value)) return undefined;
  const values = isPart ? readValue(first, second, operation.value) : readValues(operation.value);
  const hit = { id, ...values, ...(!isPart && { isHidden: false }) };
  if (Object.keys(values).length > 0) return { ...hit, rank: Number(!isPart) };
  return { ...hit, rank: isPart && availability === true ? 2 : 3 };
}

/** Of a record whose search answer is its own: views and variants have titles and prices beside these. */
function readValues(record: unknown): Pick<ExpectedHit, 'title' | 'price'> {
  const { attributes, variants, views } = (record ?? {}) as Record<string, unknown>;
  if (variants !== undefined || views !== undefined) return {};
  const { title, price } = (attributes ?? {}) as Record<string, unknown>;
  return { ...readValue('attributes', 'title', title), ...readValue('attributes', 'price', price) };
}

function readValue(
  first: string | undefined,
  second: string | undefined,
  value: unknown,
): Pick<ExpectedHit, 'title' | 'price'> {
  if (first !== 'attributes' || (typeof value !== 'string' && typeof value !== 'number')) return {};
  if (second === 'title') return { title: String(value) };
  return second === 'price' ? { price: String(value) } : {};
}

/** The head of a file may end within a line. */
function parse(line: string): { op?: unknown; path?: unknown; value?: unknown } | undefined {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined;
  }
}

/** How what a search shows compares with what it should show. */
type Sight =
  | { kind: 'seen'; id: string; isCompared: boolean }
  | { kind: 'former'; id: string }
  | { kind: 'nothing' };

/**
 * Values tell most, then what is absent, then what merely shows. One product that is as it should be is enough: rules
 * of the shop may hide the others.
 */
function compareSight(expected: readonly ExpectedHit[], products: readonly ShownProduct[]): Sight {
  const byId = new Map(products.map((product) => [product.id, product]));
  const present = expected.filter(({ id }) => byId.has(id));
  const valued = present.filter((hit) => !hit.isAbsent && (hit.title ?? hit.price) !== undefined);
  const changed = valued.find((hit) => hasValues(byId.get(hit.id) as ShownProduct, hit));
  if (changed !== undefined) return { kind: 'seen', id: changed.id, isCompared: true };
  const [former] = [...valued, ...present.filter(({ isAbsent }) => isAbsent)];
  if (former !== undefined) return { kind: 'former', id: former.id };
  const seen = expected.find(({ isAbsent }) => isAbsent) ?? present[0];
  return seen === undefined ? { kind: 'nothing' } : { kind: 'seen', id: seen.id, isCompared: false };
}

function hasValues(product: ShownProduct, { title, price }: ExpectedHit): boolean {
  const isSame = (now: string | undefined, wanted: string | undefined) =>
    now === undefined ||
    wanted === undefined ||
    now.trim() === wanted.trim() ||
    Number(now) === Number(wanted);
  return isSame(product.title, title) && isSame(product.price, price);
}

/**
 * Looks until a search shows a change.
 * @param isSkipped the index job was skipped: then one look tells, and nothing is to be waited for
 * @param say told what is waited for
 * @returns false where the search shows that the change has not come through: it is to be indexed again
 * @throws BrctlError `push.no_effect` where the index job succeeded and the former values stay; `push.not_searchable` where
 *   nothing shows in time; what the search throws
 */
export async function verifySearchable(
  { report, timing, signal, options, service: { probe } }: PushContext,
  expected: readonly ExpectedHit[],
  isSkipped: boolean,
  say: ProgressReporter,
): Promise<boolean> {
  const skipped = isSkipped ? 'the service skipped the index job; ' : '';
  const note = (state: 'yes' | 'no' | 'unknown', text: string) => {
    report.searchable = { ...report.searchable, state, remark: `${skipped}${text}` };
  };
  const unseen = isSkipped ? 'unknown' : 'yes';
  const isUnseeable = expected.every(({ isHidden }) => isHidden);
  if (probe === undefined) note(unseen, 'not verified: no search access is configured (authKey)');
  else if (expected.length === 0) note(unseen, 'not verified: the change has no effect on search results');
  else if (isUnseeable) note(unseen, 'not verified: the products checked are unavailable or incomplete');
  if (probe === undefined || isUnseeable) return !isSkipped;
  const ids = expected.map(({ id }) => id);
  const patienceMs = isSkipped ? 0 : Math.min(options.visibleMs, options.waitMs ?? options.visibleMs);
  let sight = compareSight(expected, await probe(ids));
  for (
    let waitedMs = 0, pauseMs = FIRST_PAUSE_MS;
    sight.kind !== 'seen';
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
  ) {
    if (waitedMs + pauseMs > patienceMs) break;
    say(`${describe(sight, expected)}; waiting for up to ${Math.round(patienceMs / 1_000)} s`);
    await timing.sleep(pauseMs, signal);
    waitedMs += pauseMs;
    sight = compareSight(expected, await probe(ids));
  }
  const seen = describe(sight, expected);
  if (sight.kind === 'seen' && !isSkipped) {
    note('yes', seen);
    return true;
  }
  note(sight.kind === 'former' ? 'no' : 'unknown', isSkipped ? `${seen}; the next push indexes again` : seen);
  if (isSkipped) return false;
  throw notShownError(seen, ids, sight.kind === 'former' && patienceMs >= DEFAULT_VISIBLE_MS);
}

function describe(sight: Sight, expected: readonly ExpectedHit[]): string {
  if (sight.kind === 'nothing') return `a search shows none of ${expected.map(({ id }) => id).join(', ')}`;
  const isAbsent = expected.some((hit) => hit.id === sight.id && hit.isAbsent);
  if (sight.kind === 'former') return `a search shows product ${sight.id} as it was before`;
  if (isAbsent)
    return `a search does not show product ${sight.id}, which this push removed or made unavailable`;
  const shown = `a search shows product ${sight.id}`;
  return sight.isCompared ? `${shown} as it was pushed` : `${shown}; its title and price were not compared`;
}

/** @param isTooLate longer than any cache of the service keeps a former answer */
function notShownError(seen: string, ids: readonly string[], isTooLate: boolean): BrctlError {
  const details = isTooLate
    ? ({
        kind: 'job-failed',
        code: 'push.no_effect',
        why: 'the catalog is applied, and search caches clear within 5 minutes: brctl waited longer',
        hint: 'run the push again: it indexes again, then sends the whole catalog',
      } as const)
    : ({
        kind: 'wait-timeout',
        code: 'push.not_searchable',
        why: 'the catalog is applied; search caches take 1 to 5 minutes to clear, merchandising rules may hide products, and unavailable products never show',
        hint: 'check again later with brctl search, or run the push again; --visible-timeout waits longer, --no-verify skips this check',
      } as const);
  const data = { products: [...ids] };
  return new BrctlError(`the index job succeeded, but ${seen}`, { ...details, data });
}

/**
 * For an unchanged catalog, checks with a search that the service was not reset. Warns if no candidate is found,
 * because unavailable or hidden products are not found either.
 * @returns false where the search was refused, and a full load may fix that: it is noted for the next plan
 * @throws BrctlError what the search throws
 */
export async function verifyUnchanged(context: PushContext, snapshot: AppliedBase): Promise<boolean> {
  const { options, report, warn, folder } = context;
  const { probe } = context.service;
  if (!options.verify || probe === undefined) return true;
  const hits = await findExpected(folder.file(snapshot.file), { changes: undefined });
  const candidates = hits.flatMap(({ id, isAbsent }) => (isAbsent ? [] : [id]));
  if (candidates.length === 0) return true;
  let products: readonly ShownProduct[];
  try {
    products = await probe(candidates);
  } catch (error) {
    return await noteRefusal(context, snapshot, error);
  }
  if (products.length > 0) return true;
  report.searchable.remark = `a search shows none of ${candidates.join(', ')}`;
  warn(
    `nothing has changed since the last push, but ${report.searchable.remark}; if the service was reset: ${context.commandLineWith('--mode', 'full')}`,
  );
  return true;
}

/** A reset catalog refuses searches, but so does a wrong key, which a full load does not fix. */
async function noteRefusal(context: PushContext, snapshot: AppliedBase, error: unknown): Promise<false> {
  if (!(error instanceof BrctlError) || error.kind !== 'refused') throw error;
  const { folder, options, report, warn, commandLineWith } = context;
  if (options.mode === 'auto' && snapshot.searchRefused !== true) {
    warn(`the search was refused (${error.message}): the service may have been reset`);
    await updateAppliedBase(folder, { doubt: 'search-refused' });
    return false;
  }
  report.searchable = { state: 'unknown', remark: 'the search was refused' };
  throw new BrctlError(error.message, {
    ...error.details,
    why: 'the catalog is unchanged, so the service was reset or the search credentials are wrong',
    hint: `brctl doctor; to send everything again, ${commandLineWith('--mode', 'full')}`,
  });
}
