import type { RunTempFiles } from '../../base/files/run-files.ts';
import type { RecordFormat } from '../../catalog/delta/diff-options.ts';
import { type AcceptedFindings, toGuardReport } from '../../client/delivery/push/guard-verdict.ts';
import type { GuardOptions } from '../../client/delivery/push/guards.ts';
import { nameLoad } from '../../client/delivery/push/plan.ts';
import type { PushContext, PushOptions, PushService } from '../../client/delivery/push/push-context.ts';
import type { PushReport } from '../../client/delivery/push/push-report.ts';
import { DEFAULT_VISIBLE_MS } from '../../client/delivery/push/verify.ts';
import type { CatalogFolder } from '../../client/state/catalog-folder.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../usage-error.ts';
import { hasSftpCredentials } from './caller.ts';
import { type CatalogArea, identifyAddress } from './catalog-area.ts';
import type { FeedFlags } from './convert-run.ts';
import { parseRemovals } from './plan-options.ts';
import { awaitJobs, type WaitFlags } from './wait-jobs.ts';

export interface PlanFlags
  extends FeedFlags,
    Pick<PushOptions, 'base' | 'mode' | 'via' | 'missing'>,
    Partial<Omit<GuardOptions, 'accepted'>> {
  inputFormat: RecordFormat;
  split?: boolean;
  maxOps: number;
  /** Codes of findings that are right this time, and why. */
  accept?: string[];
  /** Every guard is let pass, whether it finds something or not. */
  acceptsAll?: boolean;
  because?: string;
  learn?: boolean;
  /** File of queries to try before anything is sent. */
  rehearse?: string;
}

export interface PushFlags extends PlanFlags, WaitFlags {
  verify: boolean;
  /** Milliseconds to wait for a search to show the change. */
  visibleTimeout?: number;
  dryRun?: boolean;
  /** Milliseconds to wait for the lock of another. */
  lockTimeout?: number;
  /** A saved plan, which this push is to be. */
  plan?: string;
}

export interface PushRequest {
  /** As the user named it. */
  source: string;
  /** Where its operations are. */
  file: string;
  flags: PushFlags;
  report: PushReport;
  /** See `PushOptions.explains`. */
  explains?: boolean;
}

/** Puts together what a push works with: the configured routes to the service and the files of this machine. */
export async function buildPushContext(
  context: CommandContext,
  service: CatalogArea,
  places: { folder: CatalogFolder; runFiles: RunTempFiles; partsFolder: string },
  { source, file, flags, report, explains }: PushRequest,
): Promise<PushContext> {
  const { environment, target, api, ledger } = service;
  const config = await context.config();
  const { base, mode, via, missing, verify, split = false, maxOps, rehearse: queries } = flags;
  const options: PushOptions = {
    environment,
    catalog: target.catalog,
    accountId: target.accountId,
    catalogUrl: identifyAddress(target.baseUrl, config.get('apiKey')),
    source,
    file,
    ...(base !== undefined && { base }),
    mode,
    via,
    missing,
    verify,
    split,
    maxOperations: maxOps,
    guards: readGuardOptions(flags),
    maxFileBytes: context.sftpFileBytes,
    explains: explains === true,
    waitMs: flags.timeout,
    visibleMs: flags.visibleTimeout ?? DEFAULT_VISIBLE_MS,
    isLocal: environment === 'local',
    maxProblems: context.globals.maxErrors,
  };
  return {
    options,
    ...places,
    report,
    service: {
      api,
      readCatalogState: () => service.readState(context.signal),
      sendGuardReport: async (findings, signal) => {
        const report = toGuardReport(findings, context.redactor.redact);
        await service.sendGuardReport(findings.jobId, report, signal);
      },
      waitForJob: createWaiter(context, service, flags),
      ...openRemoteFolder(context, config),
      ...findSearches(context, config),
    },
    ledger,
    stdin: context.io.stdin.stream,
    timing: context,
    signal: context.signal,
    tempDir: context.paths.tempDir,
    ...(queries !== undefined && {
      rehearse: async () => {
        const { judgeByRehearsal } = await import('./run-rehearsal.ts');
        const rehearsed = { queries, after: file, source, flags, runFiles: places.runFiles };
        return await judgeByRehearsal(context, { folder: places.folder, options }, rehearsed);
      },
    }),
    commandLineWith: (...more) => formatRerun(context, environment, ...more),
    commandFor: (...words) => context.commandFor(environment, ...words),
    onSending(plan) {
      for (const note of [`${nameLoad(plan)}: ${plan.why}`, ...plan.losses]) context.output.note(note);
    },
    onUnneeded(accepted) {
      const codes = accepted.join(', ');
      if (!flags.acceptsAll)
        context.output.warn(`--accept ${codes} had no effect: the guards found nothing with that code`);
    },
    note: (text) => context.output.note(text),
    warn: (text) => context.output.warn(text),
    step: (label, work) => context.output.progress(label, work),
  };
}

/** The push that was asked for, with more options, to the environment that was meant, wherever it is run. */
function formatRerun(
  { commandLineWith, globals }: CommandContext,
  environment: string,
  ...more: string[]
): string {
  return commandLineWith(...more, ...(globals.env === undefined ? ['-e', environment] : []));
}

/** Follows a job of the push to its end; the command to continue with is the push itself. */
function createWaiter(
  context: CommandContext,
  { api, environment, ledger }: CatalogArea,
  flags: WaitFlags,
): PushService['waitForJob'] {
  return async (id, doing, onState) => {
    const goOn = formatRerun(context, environment);
    const options = { doing, goOn, ledger, onState };
    const [job] = await awaitJobs(context, api, [id], flags, environment, options);
    if (job === undefined) throw new Error(`no state of job ${id}`);
    return job;
  };
}

export type GuardFlags = Pick<
  PlanFlags,
  'firstLoad' | 'allowShrink' | 'allowRemovals' | 'allowPriceChanges' | 'accept' | 'because' | 'learn'
>;

export function readGuardOptions(flags: GuardFlags): GuardOptions {
  const accepted = readFindings(flags);
  const { codes = [] } = accepted ?? {};
  const accepts = (...names: string[]) => names.some((name) => codes.includes(name));
  return {
    ...(accepted && { accepted }),
    firstLoad: flags.firstLoad === true || accepts('guard.first_load'),
    allowShrink: flags.allowShrink === true || accepts('guard.shrink'),
    allowRemovals: flags.allowRemovals ?? readRemovals(flags.accept ?? []),
    allowPriceChanges: flags.allowPriceChanges === true || accepts('guard.prices'),
  };
}

/** Products that may go or sell out: all where one code has no limit, else by the largest, shares before numbers. */
function readRemovals(accept: readonly string[]): GuardOptions['allowRemovals'] {
  const pairs = accept.map((text) => text.split('=', 2)).filter(([code = '']) => GONE.includes(code));
  const limits = pairs.map(([, limit = '100%']) => parseRemovals(limit));
  const shares = limits.flatMap((limit) => ('share' in limit ? [limit.share] : []));
  const numbers = limits.flatMap((limit) => ('products' in limit ? [limit.products] : []));
  if (shares.length > 0) return { share: Math.max(...shares) };
  return numbers.length > 0 ? { products: Math.max(...numbers) } : undefined;
}

const GONE = ['guard.empty', 'guard.removals', 'guard.unavailable'];

/** @throws BrctlError `usage.accept_without_reason` and the like */
function readFindings({ accept, because = '', learn }: GuardFlags): AcceptedFindings | undefined {
  const codes = accept?.map((text) => text.split('=', 1)[0] as string);
  if (codes !== undefined && because.trim() !== '') return { codes, because, learn: learn === true };
  if (codes === undefined && because === '' && learn !== true) return undefined;
  throw usageError(
    'usage.accept_without_reason',
    codes === undefined ? '--because and --learn go with --accept' : '--accept goes with --because',
    `--accept ${accept?.[0] ?? 'price.scale'} --because "prices are in cents from today on"`,
    'an exception needs a reason and holds for one push',
  );
}

/** SFTP access of a push; undefined if none is configured. */
function openRemoteFolder(
  context: CommandContext,
  config: Config,
): Pick<PushService, 'upload' | 'removeRemote'> {
  if (!hasSftpCredentials(context, config)) return {};
  const loadRemote = async () => await import('./remote-files.ts');
  return {
    upload: async (files, say) => (await loadRemote()).uploadCompressed(context, files, say),
    removeRemote: async (paths) => (await loadRemote()).removeIfThere(context, paths),
  };
}

/** Searches of a push; undefined if no access is configured. */
export function findSearches(
  context: CommandContext,
  config: Config,
): Pick<PushService, 'probe' | 'countSearchable'> {
  if (config.get('authKey') === undefined || config.get('searchUrl') === undefined) return {};
  const search = async () => await import('./search-plan.ts');
  return {
    probe: async (ids) => (await search()).searchForProducts(context, config, ids),
    countSearchable: async () => (await search()).countSearchable(context, config),
  };
}
