import type { LosslessValue } from '../../../base/json/lossless.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import type { CatalogVersion } from '../../../protocol/control-documents.ts';
import type { ExplainCode } from '../../../protocol/explanation.ts';
import type { Report } from '../../output/progress.ts';
import { findChange } from './find-change.ts';
import type { PastService, RecordChange, RecordPresence } from './past-service.ts';

export type BisectDocument = Awaited<ReturnType<typeof bisect>>;
export type Culprit = NonNullable<BisectDocument['culprit']>;
export type ProductChange = ReturnType<typeof describeChange>;

export interface Step {
  version: number;
  /** By the record alone, or by an index of the version. */
  by: 'record' | 'ranking';
  found: boolean;
  code: ExplainCode | null;
  rank: number | null;
  total: number | null;
  readonly [member: string]: string | number | boolean | null;
}

/** Looks in the versions that a service keeps for the one that brought a product into the first hits, or lost it. */
export async function bisect(
  past: PastService,
  product: string,
  pairs: readonly Pair[],
  inTop: number,
  report: Report,
) {
  const { versions, published_version, finds_unavailable: findsUnavailable } = await past.versions();
  const presence = await past.presence(product);
  const now = await past.explain(product, pairs, undefined);
  const steps = new Map<number, Step>();
  const checkVersion = async (version: number): Promise<boolean> => {
    report(`version ${version}, step ${steps.size + 1}`);
    const step =
      (await judgeByRecord(past, presence, product, version, findsUnavailable)) ??
      (await judgeByRanking(past, product, pairs, version));
    steps.set(version, step);
    return step.found;
  };
  const numbers = versions.map(({ version }) => version).reverse();
  const pair = await findChange(numbers, presence.mayBeThere, checkVersion);
  const getStep = (version: number) => steps.get(version) ?? createAbsent(version);
  const change = 'after' in pair ? { before: getStep(pair.before), after: getStep(pair.after) } : null;
  const { before, after } = change ?? { before: null, after: null };
  const getText = (name: string) => pairs.find(([own]) => own === name)?.[1] ?? null;
  return {
    schema: 'brctl.bisect/1',
    catalog: past.catalog,
    product,
    query: getText('q'),
    category: getText('category'),
    in_top: inTop,
    /** By what is published. */
    found_now: now.found === true,
    published_version,
    oldest_version: numbers[0] as number,
    newest_version: numbers.at(-1) as number,
    verdict: pair.kind,
    /** Evidence: the record alone, or the ranking. */
    by: [before?.by, after?.by].includes('record') ? 'record' : before === null ? null : 'ranking',
    culprit: change && (await describeCulprit({ past, product, pairs, versions, presence, ...change })),
    before,
    after,
    steps: [...steps.values()],
  };
}

/** Without an index; undefined where the record alone does not tell. */
async function judgeByRecord(
  past: PastService,
  presence: RecordPresence,
  product: string,
  version: number,
  findsUnavailable: boolean,
): Promise<Step | undefined> {
  if (!presence.mayBeThere(version)) return createAbsent(version);
  if (findsUnavailable || presence.stateOf(version) === undefined) return undefined;
  if (!(await past.isUnavailable(product, version))) return undefined;
  return { ...createAbsent(version), code: 'explain.unavailable' };
}

function createAbsent(version: number): Step {
  return { version, by: 'record', found: false, code: 'explain.unknown_product', rank: null, total: null };
}

async function judgeByRanking(
  past: PastService,
  product: string,
  pairs: readonly Pair[],
  version: number,
): Promise<Step> {
  const { found, code, rank, total } = await past.explain(product, pairs, version);
  return { version, by: 'ranking', found: found === true, code, rank, total };
}

const MAX_OTHERS = 5;

interface FoundChange {
  past: PastService;
  product: string;
  pairs: readonly Pair[];
  versions: readonly CatalogVersion[];
  presence: RecordPresence;
  before: Step;
  after: Step;
}

/** Tells of the load that made the later one of two versions. */
async function describeCulprit(shift: FoundChange) {
  const { past, versions, presence, after } = shift;
  const made = versions.find(({ version }) => version === after.version) as CatalogVersion;
  const { version, type, job_id, source, applied_at, request_id, added, changed, removed } = made;
  const change = presence.changeIn(version);
  return {
    version,
    type,
    job_id,
    source,
    applied_at,
    request: request_id === null ? null : await past.request(request_id),
    /** Change of the product itself; null if it is unchanged. */
    change: change === undefined ? null : describeChange(change),
    others: await findOthers(shift),
    /** Other changes of the load; null if they were not counted. */
    counts: added === null || changed === null || removed === null ? null : { added, changed, removed },
  };
}

/** Who came into the top, or left it, as the product left it or came: of those that the load itself touched. */
async function findOthers({ past, product, pairs, before, after }: FoundChange) {
  if (![before.code, after.code].includes('explain.outranked')) return [];
  const [old, present] = [await past.top(pairs, before.version), await past.top(pairs, after.version)];
  const [from, to] = after.found ? [present, old] : [old, present];
  const rankIn = (top: readonly string[], id: string) => (top.includes(id) ? top.indexOf(id) + 1 : null);
  const others = [];
  for (const id of to.filter((each) => each !== product && !from.includes(each))) {
    const change = (await past.presence(id)).changeIn(after.version);
    if (change === undefined || others.length === MAX_OTHERS) continue;
    const ranks = { rank_before: rankIn(old, id), rank_after: rankIn(present, id) };
    others.push({ product: id, ...ranks, ...describeChange(change) });
  }
  return others;
}

function describeChange({ kind, line, operations }: RecordChange) {
  return { kind, line, operations: operations as LosslessValue[] };
}
