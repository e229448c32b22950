import { BrctlError } from '../../../base/errors.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import type { CommandContext } from '../../context.ts';
import type { Report } from '../../output/progress.ts';
import { withLocalService } from '../../shared/local-service.ts';
import type { BisectDocument, Culprit, ProductChange, Step } from './bisect-output.ts';
import { printBisect } from './bisect-output.ts';
import { findChange } from './find-change.ts';
import { PastService, type RecordChange, RecordPresence, type Version } from './past-service.ts';
import { type ProductSearchFlags, toSearchPairs } from './search-params.ts';

interface BisectFlags extends Omit<ProductSearchFlags, 'rows' | 'start'> {
  expect: string;
  inTop: number;
}

export async function runBisect(context: CommandContext, flags: BisectFlags): Promise<number> {
  const { query, category, inTop, expect: product } = flags;
  if (query === undefined && category === undefined) {
    throw new BrctlError('--query or --category is missing', {
      kind: 'usage',
      code: 'usage.missing_option',
      hint: `brctl bisect --query "grey sofa" --expect ${product}`,
    });
  }
  const pairs = await toSearchPairs(await context.config(), { ...flags, rows: inTop });
  const document = await withLocalService(context, async (service) =>
    context.output.progress(`looking for ${product} in the past`, (report) =>
      bisect(new PastService(service), product, pairs, inTop, report),
    ),
  );
  await printBisect(context.output, document);
  return document.verdict === 'never' ? 5 : 0;
}

async function bisect(
  past: PastService,
  product: string,
  pairs: readonly Pair[],
  inTop: number,
  report: Report,
): Promise<BisectDocument> {
  const { versions, published, findsUnavailable } = await past.versions();
  const { changes, isComplete } = await past.changes(product);
  const presence = new RecordPresence(changes, isComplete);
  const now = await past.explain(product, pairs, undefined);
  const steps = new Map<number, Step>();
  const lookAt = async (version: number): Promise<boolean> => {
    report(`version ${version}, step ${steps.size + 1}`);
    const step = (await byRecord(past, presence, product, version, findsUnavailable)) ?? {
      ...(await byRanking(past, product, pairs, version)),
    };
    steps.set(version, step);
    return step.found;
  };
  const numbers = versions.map(({ version }) => version);
  const found = await findChange(numbers, { mayShow: (version) => presence.mayBeThere(version) }, lookAt);
  const stepOf = (version: number) => steps.get(version) ?? absent(version);
  const [before, after] = 'after' in found ? [stepOf(found.before), stepOf(found.after)] : [null, null];
  const culprit =
    before === null || after === null
      ? null
      : await describeCulprit({ past, product, pairs, versions, presence, before, after });
  return {
    schema: 'brctl.bisect/1',
    catalog: past.catalog,
    product,
    query: pairs.find(([name]) => name === 'q')?.[1] ?? null,
    category: pairs.find(([name]) => name === 'category')?.[1] ?? null,
    in_top: inTop,
    found_now: now.found === true,
    published_version: published,
    oldest_version: numbers[0] as number,
    newest_version: numbers.at(-1) as number,
    verdict: found.kind,
    by: [before?.by, after?.by].includes('record') ? 'record' : before === null ? null : 'ranking',
    culprit,
    before,
    after,
    steps: [...steps.values()],
  };
}

/** Without an index; undefined where the record alone does not tell. */
async function byRecord(
  past: PastService,
  presence: RecordPresence,
  product: string,
  version: number,
  findsUnavailable: boolean,
): Promise<Step | undefined> {
  if (!presence.mayBeThere(version)) return absent(version);
  if (findsUnavailable || presence.stateOf(version) === undefined) return undefined;
  if (!(await past.isUnavailable(product, version))) return undefined;
  return { ...absent(version), code: 'explain.unavailable' };
}

function absent(version: number): Step {
  return { version, by: 'record', found: false, code: 'explain.unknown_product', rank: null, total: null };
}

async function byRanking(
  past: PastService,
  product: string,
  pairs: readonly Pair[],
  version: number,
): Promise<Step> {
  const { found, code, rank, total } = await past.explain(product, pairs, version);
  return { version, by: 'ranking', found: found === true, code, rank, total };
}

const MAX_OTHERS = 5;

/** Tells of the load that made the later one of two versions. */
async function describeCulprit(asked: {
  past: PastService;
  product: string;
  pairs: readonly Pair[];
  versions: readonly Version[];
  presence: RecordPresence;
  before: Step;
  after: Step;
}): Promise<Culprit> {
  const { past, versions, presence, after } = asked;
  const made = versions.find(({ version }) => version === after.version) as Version;
  const { version, type, job_id, source, applied_at, request_id, added, changed, removed } = made;
  const request = await past.request(request_id);
  const change = presence.changeIn(version);
  return {
    version,
    type,
    job_id,
    source,
    applied_at,
    request: request ?? (request_id === null ? null : { id: request_id, at: null, method: null, url: null }),
    change: change === undefined ? null : productChange(change),
    others: await othersOf(asked),
    counts: added === null || changed === null || removed === null ? null : { added, changed, removed },
  };
}

/** Who came into the top, or left it, as the product left it or came: of those that the load itself touched. */
async function othersOf({
  past,
  product,
  pairs,
  before,
  after,
}: {
  past: PastService;
  product: string;
  pairs: readonly Pair[];
  before: Step;
  after: Step;
}): Promise<Culprit['others']> {
  const isOutranked = [before.code, after.code].includes('explain.outranked');
  if (!isOutranked) return [];
  const [old, present] = [await past.top(pairs, before.version), await past.top(pairs, after.version)];
  const [from, to] = after.found ? [present, old] : [old, present];
  const others: Culprit['others'] = [];
  for (const id of to.filter((each) => each !== product && !from.includes(each))) {
    const { changes, isComplete } = await past.changes(id);
    const change = new RecordPresence(changes, isComplete).changeIn(after.version);
    if (change === undefined || others.length === MAX_OTHERS) continue;
    others.push({
      product: id,
      rank_before: rankIn(old, id),
      rank_after: rankIn(present, id),
      ...productChange(change),
    });
  }
  return others;
}

function rankIn(top: readonly string[], id: string): number | null {
  return top.includes(id) ? top.indexOf(id) + 1 : null;
}

function productChange({ kind, line, operations }: RecordChange): ProductChange {
  return { kind: kind as ProductChange['kind'], line, operations };
}
