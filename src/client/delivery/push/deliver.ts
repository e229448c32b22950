import { hasFailed, type Job } from '../../api/jobs.ts';
import { assertNoneFailed } from '../../api/wait.ts';
import { isUnchanged, type PushPart, type PushRun, writeRun } from '../../state/push-run.ts';
import { type PreparedBody, preparePaths } from '../prepare-body.ts';
import { type SubmitFacts, submitTracked } from '../tracked-submit.ts';
import { listAppliedExceptions } from './guards.ts';
import { catalogChangedError, type PlannedPush } from './plan.ts';
import type { ProgressReporter, PushContext } from './push-context.ts';
import { describeUnderWay, type FactJob } from './push-report.ts';
import { recordPartResult } from './recover-push.ts';

/**
 * Delivers each part when the one before was applied; the run is on disk around each step that cannot be taken back.
 * @throws BrctlError what submitting and waiting throw; `job.failed` when a job ended so
 */
export async function deliver(context: PushContext, planned: PlannedPush, run: PushRun): Promise<void> {
  await writeRun(context.folder, run);
  for (const [index, part] of run.parts.entries()) {
    const title = run.parts.length === 1 ? run.source : `part ${index + 1} of ${run.parts.length}`;
    await context.folder.assertHeld();
    const body = await getBody(context, planned, part, { index, title });
    await context.step(`sending ${title}`, (say) => submitPart(context, planned, run, part, { body, say }));
    await awaitPart(context, run, part);
  }
}

async function submitPart(
  context: PushContext,
  planned: PlannedPush,
  run: PushRun,
  part: PushPart,
  { body, say }: { body: PreparedBody; say: ProgressReporter },
): Promise<void> {
  const { options, service, ledger, signal, report } = context;
  await context.folder.assertHeld();
  const { via, mode } = planned.plan;
  try {
    const load = { mode, family: planned.family, bodyKind: body.kind, gzip: body.gzip };
    const { environment, catalog, source } = options;
    const accepted = acceptPart(planned, options.guards);
    const facts = { environment, catalog, via, operations: part.operations, source, ...accepted };
    await submitTracked(load, body, facts, {
      api: service.api,
      ledger,
      signal,
      onSent: (bytes) => say({ done: bytes, total: body.bytes, unit: 'bytes' }),
      unknownHint: `${context.commandLineWith()}, which recovers with a full load`,
      commandFor: context.commandFor,
      onState: (ledgerId, state, jobId) => notePart(context, run, part, { ledgerId, state, jobId }),
    });
    const jobs = run.parts.flatMap(({ jobId }) =>
      jobId === undefined ? [] : [{ id: jobId, status: 'accepted' }],
    );
    report.accepted = { state: 'yes', at: context.timing.now().toISOString(), jobs };
  } catch (error) {
    report.accepted = { ...report.accepted, state: part.state === 'sent' ? 'unknown' : 'no' };
    if (part.state === 'sent') report.applied = { state: 'unknown' };
    throw error;
  }
}

function acceptPart(
  { plan }: PlannedPush,
  { accepted }: PushContext['options']['guards'],
): Pick<SubmitFacts, 'accepted'> {
  if (accepted === undefined) return {};
  const codes = listAppliedExceptions(plan.guards, accepted);
  return codes.length === 0 ? {} : { accepted: { codes, because: accepted.because } };
}

async function notePart(
  { folder }: PushContext,
  run: PushRun,
  part: PushPart,
  change: { ledgerId: string; state: string; jobId: string | undefined },
): Promise<void> {
  part.ledgerId = change.ledgerId;
  if (change.state === 'sending') return;
  if (change.state === 'sent' || change.state === 'unknown') part.state = 'sent';
  else if (change.state === 'accepted' && change.jobId !== undefined) {
    part.state = 'accepted';
    part.jobId = change.jobId;
  } else part.state = 'ready';
  await writeRun(folder, run);
}

async function getBody(
  context: PushContext,
  planned: PlannedPush,
  { remotePaths }: PushPart,
  { index, title }: { index: number; title: string },
): Promise<PreparedBody> {
  const body = planned.bodies[index];
  if (body?.path === undefined) throw new Error(`part ${index + 1} has no body`);
  if (planned.plan.via !== 'sftp') return body;
  if (remotePaths === undefined) throw new Error(`part ${index + 1} has no name in the SFTP folder`);
  const { path, slices } = body;
  const files = remotePaths.map((remotePath, nth) => {
    const slice = slices?.[nth];
    return { path, remotePath, ...(slice && { slice }) };
  });
  const inFiles = files.length > 1 ? ` in ${files.length} files` : '';
  await context.step(`uploading ${title}${inFiles}`, async (say) => context.service.upload?.(files, say));
  if (path === planned.catalog.path && !(await isUnchanged(planned.catalog)))
    throw catalogChangedError(context.options.source);
  return preparePaths(remotePaths, remotePaths.join(', '), planned.family);
}

async function awaitPart(context: PushContext, run: PushRun, part: PushPart): Promise<void> {
  if (part.jobId === undefined) return;
  const { jobId } = part;
  const { report } = context;
  const before = report.applied.jobs ?? [];
  const noteState = (status: string) => {
    report.applied = describeUnderWay(jobId, status, before);
  };
  noteState('accepted');
  const job = await context.service.waitForJob(jobId, 'applying', noteState);
  await recordPartResult(context.ledger, part, job);
  noteApplied(context, before, job);
  await writeRun(context.folder, run);
  assertNoneFailed([job], run.mode === 'delta' ? { hint: adviseAfterFailedDelta(context, run, job) } : {});
}

/** Errors of a job that no catalog has caused. */
const OF_THE_SERVICE: readonly (string | undefined)[] = ['storage_full', 'internal_error'];

/** A delta fails by what it says, or because the service does not hold what it was taken from. */
function adviseAfterFailedDelta(context: PushContext, { base, parts }: PushRun, { errorCode }: Job): string {
  if (OF_THE_SERVICE.includes(errorCode))
    return `the catalog is not the cause: fix the service, then ${context.commandLineWith()}`;
  const isFirst = base === undefined && !parts.some(({ state }) => state === 'applied');
  const rerunCommand = isFirst ? context.commandLineWith() : context.commandLineWith('--mode', 'full');
  return `fix the catalog; if the service holds something other than expected, ${rerunCommand} sends all of it`;
}

function noteApplied({ report }: PushContext, before: readonly FactJob[], job: Job): void {
  const jobs = [...before, { id: job.id, status: job.status }];
  const time = job.stoppedAt === undefined ? {} : { at: job.stoppedAt };
  if (job.createdAt !== undefined) report.accepted.at = job.createdAt;
  if (hasFailed(job))
    report.applied = { state: 'no', jobs, ...time, ...(job.message && { remark: job.message }) };
  else if (job.status === 'skipped')
    report.applied = { state: 'unknown', jobs, ...time, remark: 'the service skipped the job' };
  else report.applied = { state: 'yes', jobs, ...time };
}
