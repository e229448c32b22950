import type { RunTempFiles } from '../../../base/files/run-files.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import { readCatalogState } from '../../../client/api/catalog-state.ts';
import { assertNoneFailed } from '../../../client/api/wait.ts';
import { type FileSource, type PreparedBody, prepareFile } from '../../../client/delivery/prepare-body.ts';
import { isHarmless, readEffects } from '../../../client/delivery/push/delta-effects.ts';
import {
  canCompare,
  guardDelta,
  guardFullLoad,
  type SubmitContext,
} from '../../../client/delivery/push/guard-submit.ts';
import { submitTracked } from '../../../client/delivery/tracked-submit.ts';
import {
  findUnresolvedDuplicates,
  markSuperseded,
  unknownRepeatError,
} from '../../../client/delivery/unknown-outcome.ts';
import type { CatalogFolder } from '../../../client/state/catalog-folder.ts';
import type { LedgerEntry } from '../../../client/state/ledger-entry.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import type { Report } from '../../output/progress.ts';
import { withHttpClient } from '../../shared/caller.ts';
import {
  type CatalogArea,
  identifyAddress,
  readCatalogTarget,
  withCatalogArea,
  withState,
} from '../../shared/catalog-area.ts';
import { createRunFilesFor } from '../../shared/operations-file.ts';
import { findSearches, readGuardOptions } from '../../shared/push-setup.ts';
import { printDryRun, printSubmitted, type SubmittedRequest } from '../../shared/submit-output.ts';
import { awaitJobs } from '../../shared/wait-jobs.ts';
import { prepareBodies, type SubmitFlags } from './prepare-bodies.ts';

export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<void> {
  const runFiles = createRunFilesFor(context);
  try {
    const bodies = await prepareBodies(context, file, flags, runFiles);
    await guardSubmission(context, bodies, flags, runFiles);
    if (flags.dryRun) {
      await printDryRun(context.output, readCatalogTarget(await context.config()), bodies, flags.mode);
      return;
    }
    return await withCatalogArea(context, (service) => sendBodies(context, service, bodies, flags));
  } finally {
    await runFiles.clear();
  }
}

/**
 * Sends the bodies in order, printing each job id as soon as the service has given it, and with --wait follows the jobs.
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
    for (const [index, body] of bodies.entries()) {
      const repeats = await findUnresolvedDuplicates(service.ledger, getDestination(service), body);
      // Earlier requests with the same bytes and an unknown outcome: only `--force` repeats them.
      if (repeats[0] !== undefined && !flags.force)
        throw unknownRepeatError(repeats[0], context.commandLineWith('--force'));
      const label =
        bodies.length === 1
          ? `sending ${nameBody(body, flags)}`
          : `sending part ${index + 1} of ${bodies.length}`;
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

/** The input, as the user named it. */
function nameBody({ name }: PreparedBody, { sftp }: SubmitFlags): string {
  if (sftp === undefined) return name;
  return sftp.length === 1 ? `the path ${sftp[0]}` : pluralize(sftp.length, 'path');
}

const getDestination = ({ environment, target }: CatalogArea) => ({ environment, catalog: target.catalog });

async function sendOne(
  context: CommandContext,
  service: CatalogArea,
  body: PreparedBody,
  how: { flags: SubmitFlags; repeats: readonly LedgerEntry[]; report: Report },
): Promise<SubmittedRequest> {
  const to = getDestination(service);
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
  { api, ledger, environment }: CatalogArea,
  sent: readonly SubmittedRequest[],
  flags: SubmitFlags,
): Promise<void> {
  const ids = sent.map(({ jobId }) => jobId);
  const jobs = await awaitJobs(context, api, ids, flags, environment, { doing: 'applying', ledger });
  for (const [index, job] of jobs.entries()) {
    const request = sent[index];
    if (request === undefined) continue;
    request.status = job.status;
    await ledger.end(request.ledgerId, job);
    // That it was skipped was told, and why.
    if (job.status !== 'skipped') context.output.note(`job ${job.id}: ${job.status}`);
  }
  assertNoneFailed(jobs);
}

/**
 * Guards a submit as a push, by payload or SFTP. Files that lie on SFTP are fetched and looked
 * into, where there is something to compare them with.
 * @throws BrctlError `guard`
 */
async function guardSubmission(
  context: CommandContext,
  bodies: readonly PreparedBody[],
  flags: SubmitFlags,
  runFiles: RunTempFiles,
): Promise<void> {
  if (letsAllPass(flags)) return;
  const remotePaths = bodies.flatMap(({ paths = [] }) => paths);
  const local = bodies.flatMap(({ path, name, paths }) =>
    path === undefined || paths !== undefined ? [] : [{ path, name }],
  );
  const isPayload = remotePaths.length === 0;
  // Then nothing has to be known of the catalog.
  if (isPayload && flags.mode === 'delta' && isHarmless(await readEffects(local, context.signal))) return;
  const config = await context.config();
  const { environment } = config;
  const { catalog } = readCatalogTarget(config);
  await withState(context, config, { environment, catalog }, async (state) => {
    const guarding = submitContext(context, config, flags, { runFiles, folder: await state.look() });
    const files = isPayload ? local : await fetchWhereKnown(context, guarding, remotePaths);
    if (files === undefined) return;
    if (flags.mode === 'delta') return await guardDelta(guarding, files);
    const [whole] = files;
    const count = isPayload ? bodies[0]?.operations : undefined;
    if (whole !== undefined)
      await guardFullLoad(
        guarding,
        whole,
        async () => count ?? (await countOperations(context, guarding, whole)),
      );
  });
}

function letsAllPass({ allowShrink, allowPriceChanges, allowRemovals }: SubmitFlags): boolean {
  const areAllRemovals = allowRemovals !== undefined && 'share' in allowRemovals && allowRemovals.share >= 1;
  return allowShrink === true && allowPriceChanges === true && areAllRemovals;
}

function submitContext(
  context: CommandContext,
  config: Config,
  flags: SubmitFlags,
  places: { runFiles: RunTempFiles; folder: CatalogFolder },
): SubmitContext {
  const { output, paths, globals, signal } = context;
  const { baseUrl, accountId, catalog } = readCatalogTarget(config);
  return {
    options: {
      accountId,
      catalogUrl: identifyAddress(baseUrl, config.get('apiKey')),
      maxProblems: globals.maxErrors,
      guards: readGuardOptions(flags),
    },
    ...places,
    tempDir: paths.tempDir,
    signal,
    note: (text) => output.note(text),
    warn: (text) => output.warn(text),
    now: () => context.now(),
    commandLineWith: context.commandLineWith,
    countHeld: () =>
      withHttpClient(context, config, async ({ transport }) => {
        const state = await readCatalogState(transport, baseUrl, catalog, signal);
        if (state !== undefined) return state.stored?.records ?? 0;
        return await findSearches(context, config)
          .countSearchable?.()
          .catch(() => {
            signal.throwIfAborted();
            return undefined;
          });
      }),
  };
}

/** Local copy of a file on SFTP; undefined if it cannot be fetched, or there is no base. */
async function fetchWhereKnown(
  context: CommandContext,
  guarding: SubmitContext,
  remotePaths: readonly string[],
): Promise<FileSource[] | undefined> {
  if (!(await canCompare(guarding))) return undefined;
  const { fetchRemoteFile } = await import('../../shared/remote-files.ts');
  const file = await fetchRemoteFile(context, remotePaths, guarding.runFiles);
  if (file === undefined)
    context.output.warn('guards skipped: the files are on SFTP and no SFTP credentials are configured');
  return file && [file];
}

async function countOperations(
  context: CommandContext,
  { options: { maxProblems }, signal, runFiles }: SubmitContext,
  { path, name }: FileSource,
): Promise<number> {
  const maxInflatedBytes = Number.POSITIVE_INFINITY;
  const stdin = context.io.stdin.stream;
  const how = { mode: 'full', maxProblems, maxInflatedBytes, signal, runFiles, stdin } as const;
  return (await prepareFile({ path, name }, how)).operations;
}
