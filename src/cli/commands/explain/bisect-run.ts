import { BrctlError } from '../../../base/errors.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import type { CommandContext } from '../../context.ts';
import type { Report } from '../../output/progress.ts';
import { withLocalService } from '../../shared/local-service.ts';
import type { BisectDocument, Step } from './bisect-document.ts';
import { printBisect } from './bisect-output.ts';
import { describeCulprit } from './culprit.ts';
import { findChange } from './find-change.ts';
import { PastService } from './past-service.ts';
import { RecordPresence } from './record-presence.ts';
import { type ProductSearchFlags, toSearchPairs } from './search-params.ts';

/** The options of `brctl bisect`. */
export interface BisectFlags extends Omit<ProductSearchFlags, 'rows' | 'start'> {
  expect: string;
  inTop: number;
}

/** Finds the load that lost, or brought, a product. */
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
