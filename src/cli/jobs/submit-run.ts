import { availableParallelism } from 'node:os';
import type { CatalogApi } from '../../client/catalog-api.ts';
import type { Job } from '../../client/jobs.ts';
import { assertNoneFailed } from '../../client/wait.ts';
import { checkLimits } from '../../delivery/limits.ts';
import {
  type FileSource,
  type PreparedBody,
  prepareFile,
  preparePaths,
} from '../../delivery/prepare-body.ts';
import type { Spool } from '../../delivery/spool.ts';
import { submitTracked } from '../../delivery/tracked-submit.ts';
import {
  type Destination,
  settleOutcomes,
  unknownRepeatError,
  unknownRepeats,
} from '../../delivery/unknown-outcome.ts';
import type { RecordFormat } from '../../delta/diff-options.ts';
import { BrctlError } from '../../errors.ts';
import type { LedgerEntry } from '../../state/ledger-entry.ts';
import { type CatalogService, catalogTarget, withCatalogService } from '../catalog-service.ts';
import type { CommandContext } from '../context.ts';
import { operationsFile, repeatableFile } from '../operations-file.ts';
import { printDryRun, printSubmitted, type SubmittedRequest } from '../output/submit.ts';
import { spoolOf } from '../spool.ts';
import { awaitJobs, type WaitFlags } from './wait-jobs.ts';

/** The options of `brctl submit`. */
export interface SubmitFlags extends WaitFlags {
  inputFormat: RecordFormat;
  mode: 'delta' | 'full';
  sftp?: string[];
  family: 'products' | 'items';
  split?: boolean;
  maxOps: number;
  dryRun?: boolean;
  force?: boolean;
}

/** Prepares, checks, sends, waits when asked to. */
export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<number> {
  const spool = spoolOf(context);
  try {
    const bodies = await prepareBodies(context, file, flags, spool);
    if (flags.dryRun) {
      await printDryRun(context.output, catalogTarget(await context.config()), bodies, flags.mode);
      return 0;
    }
    return await withCatalogService(context, (service) => sendAll(context, service, bodies, flags));
  } finally {
    await spool.clear();
  }
}

async function prepareBodies(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
  spool: Spool,
): Promise<PreparedBody[]> {
  if ((file === undefined) === (flags.sftp === undefined)) throw whatToSend(file);
  if (flags.split && flags.mode === 'full') throw splitFullLoad();
  const body =
    file === undefined
      ? preparePaths(flags.sftp ?? [], '--sftp', flags.family)
      : await context.output.progress(`checking ${file}`, async () =>
          prepareFile(await sourceOf(context, file, flags.inputFormat, spool), {
            mode: flags.mode,
            maxProblems: context.globals.maxErrors,
            signal: context.signal,
            threads: availableParallelism(),
            stdin: context.io.stdin.stream,
            spool,
          }),
        );
  if (body.kind === 'sftpPaths') await checkOverSftp(context, body.paths ?? []);
  return await fitLimits(context, body, flags, spool);
}

async function sourceOf(
  context: CommandContext,
  file: string,
  format: RecordFormat,
  spool: Spool,
): Promise<FileSource> {
  const name = file === '-' ? 'stdin' : file;
  if (format === 'records') return { path: await operationsFile(context, file, format, spool), name };
  return { path: file === '-' ? file : await repeatableFile(context, file, spool), name };
}

function whatToSend(file: string | undefined): BrctlError {
  const both = file !== undefined;
  return new BrctlError(both ? 'a file and --sftp cannot be sent together' : 'there is nothing to send', {
    kind: 'usage',
    code: both ? 'usage.conflict' : 'usage.missing_argument',
    hint: 'brctl submit <file>, brctl submit - for stdin, or brctl submit --sftp <path...>',
  });
}

function splitFullLoad(): BrctlError {
  return new BrctlError('a full load cannot be split', {
    kind: 'usage',
    code: 'usage.conflict',
    why: 'each PUT replaces the whole catalog, so only the last part would remain',
    hint: 'upload it with brctl upload and send its path with brctl submit --mode full --sftp',
  });
}

/** One body within the limits, or several with --split. */
async function fitLimits(
  context: CommandContext,
  body: PreparedBody,
  flags: SubmitFlags,
  spool: Spool,
): Promise<PreparedBody[]> {
  const parts = flags.split ? await divide(body, flags, spool) : [body];
  const splitHint = context.commandLineWith('--split');
  for (const part of parts) {
    checkLimits({
      ...part,
      mode: flags.mode,
      maxOperations: flags.maxOps,
      ...(!flags.split && { splitHint }),
    });
  }
  return parts;
}

async function divide(body: PreparedBody, flags: SubmitFlags, spool: Spool): Promise<PreparedBody[]> {
  const { splitBody } = await import('../../delivery/split-body.ts');
  return await splitBody(body, { maxOperations: flags.maxOps }, () => spool.fileName('.jsonl'));
}

/** Sends the bodies in order; the ids are printed as soon as the service has given them. */
async function sendAll(
  context: CommandContext,
  service: CatalogService,
  bodies: readonly PreparedBody[],
  flags: SubmitFlags,
): Promise<number> {
  const { output } = context;
  const sent: SubmittedRequest[] = [];
  try {
    for (const [at, body] of bodies.entries()) {
      const repeats = await refuseRepeats(service, body, flags);
      const label =
        bodies.length === 1 ? `sending ${whatOf(body, flags)}` : `sending part ${at + 1} of ${bodies.length}`;
      sent.push(
        await output.progress(label, (report) => sendOne(context, service, body, { flags, repeats, report })),
      );
      if (!output.json) await output.bytes(`${sent.at(-1)?.jobId}\n`);
    }
    if (flags.wait) await followJobs(context, service, sent, flags);
  } finally {
    if (output.json && sent.length > 0) await printSubmitted(output, service.target, flags.mode, sent);
  }
  return 0;
}

/** What is sent, as the user named it. */
function whatOf({ name }: PreparedBody, { sftp }: SubmitFlags): string {
  if (sftp === undefined) return name;
  return sftp.length === 1 ? `the path ${sftp[0]}` : `${sftp.length} paths`;
}

function destinationOf({ environment, target }: CatalogService): Destination {
  return { environment, catalog: target.catalog };
}

/** Earlier requests of the same bytes whose outcome is unknown: they are repeated only when that is asked for. */
async function refuseRepeats(
  service: CatalogService,
  body: PreparedBody,
  { force }: SubmitFlags,
): Promise<LedgerEntry[]> {
  const repeats = await unknownRepeats(service.ledger, destinationOf(service), body);
  if (repeats[0] !== undefined && !force) throw unknownRepeatError(repeats[0]);
  return repeats;
}

async function sendOne(
  context: CommandContext,
  service: CatalogService,
  body: PreparedBody,
  how: { flags: SubmitFlags; repeats: readonly LedgerEntry[]; report: (text: string) => void },
): Promise<SubmittedRequest> {
  const to = destinationOf(service);
  const { flags, repeats, report } = how;
  const { kind: bodyKind, gzip, family } = body;
  const via = bodyKind === 'sftpPaths' ? 'sftp' : 'payload';
  const facts = { ...to, via, source: body.paths?.join(' ') ?? body.name } as const;
  const operations = via === 'sftp' ? {} : { operations: body.operations };
  const { jobId, ledgerId } = await submitTracked(
    { mode: flags.mode, family, bodyKind, gzip },
    body,
    { ...facts, ...operations },
    {
      api: service.api,
      ledger: service.ledger,
      signal: context.signal,
      onSent: (bytes) => report(`${Math.floor((100 * bytes) / body.bytes)} %`),
      onUnknown: () =>
        context.output.warn(
          'the whole request was sent but no answer came: whether the service accepted it is unknown',
        ),
    },
  );
  await settleOutcomes(service.ledger, repeats, `job ${jobId}`);
  return { jobId, ledgerId, operations: body.operations, bytes: body.bytes, via };
}

/** Waits, notes the end of each job in the ledger, and fails when one of them did. */
async function followJobs(
  context: CommandContext,
  { api, ledger, environment }: CatalogService & { api: CatalogApi },
  sent: readonly SubmittedRequest[],
  flags: SubmitFlags,
): Promise<void> {
  const ids = sent.map(({ jobId }) => jobId);
  const jobs = await awaitJobs(context, api, ids, flags, environment);
  for (const [at, job] of jobs.entries()) await noteEnd(context, ledger, sent[at], job);
  assertNoneFailed(jobs);
}

async function noteEnd(
  context: CommandContext,
  ledger: CatalogService['ledger'],
  request: SubmittedRequest | undefined,
  job: Job,
): Promise<void> {
  if (request === undefined) return;
  request.status = job.status;
  await ledger.update(request.ledgerId, {
    state: job.status,
    endedAt: job.stoppedAt ?? context.now().toISOString(),
    ...(job.message !== undefined && { remark: job.message }),
  });
  // That it was skipped was told, and why.
  if (job.status !== 'skipped') context.output.note(`job ${job.id}: ${job.status}`);
}

/** With SFTP credentials, the paths are looked up before they are named to the service. */
async function checkOverSftp(context: CommandContext, paths: readonly string[]): Promise<void> {
  const { listRemoteFiles } = await import('../sftp/remote-files.ts');
  const files = await listRemoteFiles(context);
  if (files === undefined) {
    context.output.note('no SFTP credentials are configured: not checking whether these files exist');
    return;
  }
  const { checkRemoteFiles } = await import('../../delivery/sftp-paths.ts');
  checkRemoteFiles(paths, files, context.now());
}
