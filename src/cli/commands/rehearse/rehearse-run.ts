import { BrctlError } from '../../../base/errors.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import { quoteForShell } from '../../../base/wording/shell-quote.ts';
import { findBase, findSnapshot } from '../../../client/delivery/push/find-base.ts';
import {
  extractQueries,
  parseQueryList,
  printQueries,
  type RecordedQuery,
} from '../../../rehearse/queries/record-queries.ts';
import type { RehearsalReport } from '../../../rehearse/rehearse.ts';
import type { Tolerances } from '../../../rehearse/report/check-query.ts';
import type { CommandContext } from '../../context.ts';
import { renderToText } from '../../output/output.ts';
import { writeAtomically } from '../../shared/atomic-output.ts';
import { identifyAddress, readCatalogTarget, withState } from '../../shared/catalog-area.ts';
import { readAllText, refuseOverwriting, refuseStdinTwice } from '../../shared/file-operands.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { createRunFilesFor, prepareCatalog, prepareOperations } from '../../shared/operations-file.ts';
import type { PlanFlags } from '../../shared/push-setup.ts';
import { rehearseCatalogs } from '../../shared/run-rehearsal.ts';
import { usageError } from '../../usage-error.ts';
import type { NamedRehearsal } from './rehearse-messages.ts';
import { annotateFailures, type ReportFormat, renderRehearsal } from './rehearse-output.ts';

interface RehearseFlags
  extends Partial<Tolerances>,
    Pick<
      PlanFlags,
      'base' | 'inputFormat' | 'missing' | 'from' | 'map' | 'shopUrl' | 'encoding' | 'maxRejected'
    > {
  queries?: string;
  format: ReportFormat;
  output?: string;
  record?: boolean;
  fromLog?: boolean;
}

/** Rehearses and prints what was found; a failed expectation is an error behind the report. */
export async function runRehearse(
  context: CommandContext,
  source: string | undefined,
  flags: RehearseFlags,
): Promise<void> {
  if (flags.record || flags.fromLog) return await recordQueries(context, source, flags);
  const { queries, base, output } = flags;
  if (source === undefined || queries === undefined) {
    const what = source === undefined ? 'catalog to rehearse' : 'query file';
    const catalog = source === undefined ? 'catalog.jsonl' : quoteForShell(source);
    const hint = `brctl rehearse ${catalog} --queries queries.yaml; brctl rehearse --record makes such a file`;
    throw usageError('usage.missing_argument', `there is no ${what}`, hint);
  }
  const inputs = [source, queries, base ?? 'none'];
  refuseStdinTwice(inputs);
  refuseOverwriting(context.cwd, inputs, output, 'the report');
  const runFiles = createRunFilesFor(context);
  const prepare = (named: string) => prepareOperations(context, named, flags.inputFormat, runFiles);
  try {
    const after = await prepareCatalog(context, source, flags, runFiles);
    const rehearseWith = (before: string, nameBefore = before) =>
      rehearseCatalogs(context, { queries, before, nameBefore, after, source, flags, runFiles }, flags);
    const report =
      base === undefined
        ? await withLiveCatalog(context, (file) => rehearseWith(file))
        : await rehearseWith(await prepare(base), base);
    await printReport(context, { source, queries, report }, flags);
    refuseFailures(report, queries);
    return;
  } finally {
    await runFiles.clear();
  }
}

async function printReport(
  context: CommandContext,
  named: NamedRehearsal,
  { format, output }: RehearseFlags,
): Promise<void> {
  annotateFailures(context.output, named);
  const result = renderRehearsal(named, format);
  if (output === undefined || output === '-')
    return await context.output.result(result.document, result.forPeople);
  const text = context.redactor.redact(await renderToText(context.output, result));
  await writeAtomically(context, output, (sink) => sink(Buffer.from(text)));
}

/** @throws BrctlError `rehearse.failed` of kind `rehearsal` */
function refuseFailures({ queries, summary }: RehearsalReport, file: string): void {
  const failed = queries.filter(({ verdict }) => verdict === 'failed');
  const [first] = failed;
  if (first === undefined) return;
  throw new BrctlError(`${failed.length} of ${pluralize(summary.queries, 'query')} failed`, {
    kind: 'rehearsal',
    code: 'rehearse.failed',
    why: `${first.name}: ${first.checks.find(({ verdict }) => verdict === 'failed')?.why}`,
    hint: `fix the feed, or update the expectations in ${file}`,
    data: { queries: failed.map(({ name }) => name) },
  });
}

/**
 * Runs `work` with the catalog that is live in the chosen environment: the one that is kept of the last push.
 * @throws BrctlError `rehearse.no_base` where none is known; `config.missing`
 */
async function withLiveCatalog<T>(context: CommandContext, work: (file: string) => Promise<T>): Promise<T> {
  const config = await context.config();
  const { environment } = config;
  const { baseUrl, accountId, catalog } = readCatalogTarget(config);
  return await withState(context, config, { environment, catalog }, async (place) => {
    const options = { accountId, catalogUrl: identifyAddress(baseUrl, config.get('apiKey')) };
    const knowing = {
      options,
      folder: await place.look(),
      note: (text: string) => context.output.note(text),
    };
    const base = await findBase(knowing, await findSnapshot(knowing));
    if (base !== undefined) return await work(base.path);
    throw new BrctlError('no base catalog to compare with', {
      kind: 'input',
      code: 'rehearse.no_base',
      why: `no earlier push to ${catalog} in ${environment} on record`,
      hint: `name what the service holds: ${context.commandLineWith('--base', 'live.jsonl')}`,
    });
  });
}

async function recordQueries(
  context: CommandContext,
  list: string | undefined,
  { fromLog, output }: RehearseFlags,
): Promise<void> {
  if ((list === undefined) === (fromLog !== true))
    throw usageError(
      'usage.missing_argument',
      'nothing to record: pass a list of queries or --from-log',
      'brctl rehearse --record searches.txt -o queries.yaml; brctl rehearse --record --from-log -o queries.yaml',
    );
  const met = fromLog
    ? await readRequestLog(context)
    : parseQueryList(await readAllText(context, list ?? '-'));
  if (met.length === 0)
    throw new BrctlError('no searches to record', {
      kind: 'input',
      code: 'queries.none',
      hint: fromLog
        ? 'search the running service first: brctl search lamp'
        : 'write one query a line; a number after a tab is its count',
    });
  const isLines = context.output.json || /\.(jsonl|ndjson)(\.gz)?$/.test(output ?? '');
  const text = printQueries(met, isLines ? 'jsonlines' : 'yaml');
  await writeAtomically(context, output, (sink) => sink(Buffer.from(text)));
  context.output.note(`recorded ${pluralize(met.length, 'query')}`);
}

async function readRequestLog(context: CommandContext): Promise<RecordedQuery[]> {
  return await withLocalService(context, async ({ get }) => {
    const path = 'requests?operation=get-search&status=200';
    const { requests } = await get(path, 'the request log', { requests: [{ url: 'string' }] });
    return extractQueries((requests as { url: string }[]).map(({ url }) => url));
  });
}
