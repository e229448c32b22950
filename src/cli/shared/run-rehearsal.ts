import path from 'node:path';
import type { RunTempFiles } from '../../base/files/run-files.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { pluralize } from '../../base/wording/amounts.ts';
import type { MissingPolicy, RecordFormat } from '../../catalog/delta/diff-options.ts';
import { DEFAULT_TRIES } from '../../client/api/retry.ts';
import { type BaseContext, findBase, findSnapshot } from '../../client/delivery/push/find-base.ts';
import { type GuardVerdict, REHEARSAL } from '../../client/delivery/push/guard-verdict.ts';
import { readQueries } from '../../rehearse/queries/read-queries.ts';
import { type Rehearsal, type RehearsalReport, rehearse } from '../../rehearse/rehearse.ts';
import type { Tolerances } from '../../rehearse/report/check-query.ts';
import type { CommandContext } from '../context.ts';
import type { FeedFlags } from './convert-run.ts';
import { readAllText } from './file-operands.ts';
import { readServeSection } from './serve-section.ts';

/** Products of each answer that are compared (own: what a shopper sees without paging). */
const USUAL_TOP = 10;
/** nDCG may fall by this much (own). */
const USUAL_MAX_DROP = 0.05;
/** Below this share of judged products there is no verdict (own). */
const USUAL_JUDGED_FLOOR = 0.2;

/** Failed queries shown for the guard. */
const MAX_TOLD = 3;

interface RehearsalInput extends Pick<Rehearsal, 'before' | 'nameBefore' | 'after'> {
  queries: string;
  source: string;
  flags: { inputFormat: RecordFormat; missing: MissingPolicy } & Pick<FeedFlags, 'from'>;
  runFiles: RunTempFiles;
}

/** Rehearses with the search settings of the project's `brctl serve`, saying how far it is. */
export async function rehearseCatalogs(
  context: CommandContext,
  rehearsed: RehearsalInput,
  { top = USUAL_TOP, maxDrop = USUAL_MAX_DROP, judgedFloor = USUAL_JUDGED_FLOOR }: Partial<Tolerances> = {},
): Promise<RehearsalReport> {
  const { before, nameBefore, after, source, flags, runFiles } = rehearsed;
  const queries = readQueries(await readAllText(context, rehearsed.queries), rehearsed.queries);
  const isUsed = (key: string) => key === 'merchandising';
  const { search, answers, merchandising } = await readServeSection(context, isUsed);
  const { signal, cwd, output, paths } = context;
  const isFeed = flags.from === undefined && source !== '-';
  return await output.progress('rehearsing', (say) =>
    rehearse({
      queries,
      before,
      nameBefore,
      after,
      name: source,
      ...(isFeed && { feed: { path: path.resolve(cwd, source), format: flags.inputFormat } }),
      keepsVanished: flags.missing === 'ignore',
      settings: omitUndefined({ search, answers, merchandising, signal }),
      top,
      maxDrop,
      judgedFloor,
      tempDir: paths.tempDir,
      temporaryFile: () => runFiles.fileName('.vanished'),
      caller: { timing: context, tries: DEFAULT_TRIES },
      signal,
      say,
    }),
  );
}

/** `push --rehearse`: what a push does to the searches that matter, as one more guard of it. */
export async function judgeByRehearsal(
  context: CommandContext,
  { folder, options }: Omit<BaseContext, 'note'>,
  rehearsed: Omit<RehearsalInput, 'before' | 'nameBefore'>,
): Promise<GuardVerdict> {
  // The plan has told already where the last push went.
  const knowing = { folder, options, note: () => undefined };
  const base = await findBase(knowing, await findSnapshot(knowing));
  const nameBefore = base?.path ?? 'the live catalog';
  const report = await rehearseCatalogs(context, { ...rehearsed, before: base?.path, nameBefore });
  const { queries, failed, inconclusive, moved } = report.summary;
  const data = { queries, failed, inconclusive, moved };
  const failures = report.queries
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ name, checks }) => `${name}: ${checks.find(({ verdict }) => verdict === 'failed')?.why}`);
  const of = pluralize(queries, 'query');
  return failures.length === 0
    ? { code: REHEARSAL, verdict: 'passed', why: `none of ${of} failed; ${moved} moved`, data }
    : {
        code: REHEARSAL,
        verdict: 'refused',
        why: [`${failures.length} of ${of} failed`, ...failures.slice(0, MAX_TOLD)].join('; '),
        data,
      };
}
