import { counted } from '../../../base/wording/amounts.ts';
import type { CatalogApi } from '../../../client/api/catalog-api.ts';
import type { Job } from '../../../client/api/jobs.ts';
import { assertNoneFailed } from '../../../client/api/wait.ts';
import type { PreparedBody } from '../../../client/delivery/prepare-body.ts';
import { submitTracked } from '../../../client/delivery/tracked-submit.ts';
import {
  type Destination,
  findUnresolvedDuplicates,
  markSuperseded,
  unknownRepeatError,
} from '../../../client/delivery/unknown-outcome.ts';
import type { LedgerEntry } from '../../../client/state/ledger-entry.ts';
import type { CommandContext } from '../../context.ts';
import type { Report } from '../../output/progress.ts';
import { type CatalogArea, catalogTarget, withCatalogArea } from '../../shared/catalog-area.ts';
import { withRefusalMessages } from '../../shared/guard-refusal.ts';
import { runFilesOf } from '../../shared/operations-file.ts';
import { printDryRun, printSubmitted, type SubmittedRequest } from '../../shared/submit-output.ts';
import { awaitJobs } from '../../shared/wait-jobs.ts';
import { guardSubmission } from './guard-submission.ts';
import { prepareBodies, type SubmitFlags } from './prepare-bodies.ts';

export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<void> {
  const runFiles = runFilesOf(context);
  try {
    const bodies = await prepareBodies(context, file, flags, runFiles);
    await withRefusalMessages(
      () => guardSubmission(context, bodies, flags, runFiles),
      context.commandLineWith,
    );
    if (flags.dryRun) {
      await printDryRun(context.output, catalogTarget(await context.config()), bodies, flags.mode);
      return;
    }
    return await withCatalogArea(context, (service) => sendBodies(context, service, bodies, flags));
  } finally {
    await runFiles.clear();
  }
}

/**
 * Sends the bodies in order, printing each job id as soon as the service has given it, and with --wait follows the jobs.
 * @returns the exit code
 * @throws BrctlError `submit.outcome_unknown` and the like from the service, `job.failed` with --wait
 */
async function sendBodies(
  context: CommandContext,
  service: CatalogArea,
  bodies: readonly PreparedBody[],
  flags: SubmitFlags,
): Promise<void> {
  const { output } = context;
  const sent: SubmittedRequest[] = [];
  try {
    for (const [at, body] of bodies.entries()) {
      const repeats = await refuseRepeats(context, service, body, flags);
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
}

/** What is sent, as the user named it. */
function whatOf({ name }: PreparedBody, { sftp }: SubmitFlags): string {
  if (sftp === undefined) return name;
  return sftp.length === 1 ? `the path ${sftp[0]}` : counted(sftp.length, 'path');
}

function destinationOf({ environment, target }: CatalogArea): Destination {
  return { environment, catalog: target.catalog };
}

/** Earlier requests of the same bytes whose outcome is unknown: they are repeated only when that is asked for. */
async function refuseRepeats(
  context: CommandContext,
  service: CatalogArea,
  body: PreparedBody,
  { force }: SubmitFlags,
): Promise<LedgerEntry[]> {
  const repeats = await findUnresolvedDuplicates(service.ledger, destinationOf(service), body);
  if (repeats[0] !== undefined && !force)
    throw unknownRepeatError(repeats[0], context.commandLineWith('--force'));
  return repeats;
}

async function sendOne(
  context: CommandContext,
  service: CatalogArea,
  body: PreparedBody,
  how: { flags: SubmitFlags; repeats: readonly LedgerEntry[]; report: Report },
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
      unknownHint: `check whether the service has it; to send it anyway, ${context.commandLineWith('--force')}`,
      commandFor: (...words) => context.commandFor(service.environment, ...words),
      onSent: (bytes) => report({ done: bytes, total: body.bytes, unit: 'bytes' }),
      onUnknown: () => context.output.warn('no answer: the service may or may not have accepted the request'),
    },
  );
  await markSuperseded(service.ledger, repeats, `job ${jobId}`);
  return { jobId, ledgerId, operations: body.operations, bytes: body.bytes, via };
}

/** Waits, notes the end of each job in the ledger, and fails when one of them did. */
async function followJobs(
  context: CommandContext,
  { api, ledger, environment }: CatalogArea & { api: CatalogApi },
  sent: readonly SubmittedRequest[],
  flags: SubmitFlags,
): Promise<void> {
  const ids = sent.map(({ jobId }) => jobId);
  const jobs = await awaitJobs(context, api, ids, flags, environment, { doing: 'applying', ledger });
  for (const [at, job] of jobs.entries()) await noteEnd(context, ledger, sent[at], job);
  assertNoneFailed(jobs);
}

async function noteEnd(
  context: CommandContext,
  ledger: CatalogArea['ledger'],
  request: SubmittedRequest | undefined,
  job: Job,
): Promise<void> {
  if (request === undefined) return;
  request.status = job.status;
  await ledger.end(request.ledgerId, job);
  // That it was skipped was told, and why.
  if (job.status !== 'skipped') context.output.note(`job ${job.id}: ${job.status}`);
}
