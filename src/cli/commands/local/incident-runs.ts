import { resolve } from 'node:path';
import { createAtomicFile } from '../../../base/files/atomic-file.ts';
import { otherService } from '../../../client/api/local-control.ts';
import { downloadLocal } from '../../../client/api/local-download.ts';
import { isTerminalState } from '../../../protocol/job.ts';
import type { CommandContext } from '../../context.ts';
import type { Report } from '../../output/progress.ts';
import { type LocalService, withLocalService } from '../../shared/local-service.ts';
import { type ComparedCall, compareCalls } from './compare-calls.ts';
import {
  type BundleHead,
  type CallDifference,
  printBundle,
  printReplay,
  type ReplayDocument,
} from './incident-output.ts';

/** The options of `brctl local bundle`. */
interface BundleFlags {
  output: string;
  at?: string;
}

/** Writes an incident bundle of the running service. */
export async function runBundle(context: CommandContext, { output, at }: BundleFlags): Promise<number> {
  return await withLocalService(context, async ({ origin, catalog }) => {
    const query = at === undefined ? '' : `?${new URLSearchParams({ catalog: catalog(), at })}`;
    const subject = at === undefined ? 'the incident' : `the incident as of ${at}`;
    const { headers, bytes } = await downloadLocal(origin, `bundle${query}`, subject, context.signal);
    const told = headers['x-brctl-incident'];
    if (typeof told !== 'string') throw otherService(origin, `it does not answer ${subject}`);
    const head = JSON.parse(told) as BundleHead;
    // Whose answers these are is nobody else's business.
    const file = await createAtomicFile(resolve(context.cwd, output), 0o600);
    let size = 0;
    try {
      await context.output.progress(`writing ${output}`, async (report) => {
        for await (const chunk of bytes) {
          await file.write(chunk);
          size += chunk.length;
          report({ done: size, unit: 'bytes' });
        }
      });
      await file.commit();
    } finally {
      await file.abort();
    }
    await printBundle(context.output, output, size, head);
    return 0;
  });
}

/** A call as the request log has it. */
interface LoggedCall extends ComparedCall {
  id: string;
  at: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  jobId?: string;
}

/** A key that no account has, for calls that were refused for theirs. */
const WRONG_KEY = 'not-the-key';
const FIRST_POLL_MS = 5;
const LAST_POLL_MS = 500;

/** Makes the calls of the incident again that the running service was started from, and compares the answers. */
export async function runReplay(context: CommandContext): Promise<number> {
  const document = await withLocalService(context, (service) =>
    context.output.progress('replaying the incident', (report) => replay(context, service, report)),
  );
  await printReplay(context.output, document);
  return document.differences.length > 0 ? 10 : 0;
}

async function replay(
  context: CommandContext,
  service: LocalService,
  report: Report,
): Promise<ReplayDocument> {
  const subject = 'the incident';
  const answers = 'brctl.incident/1';
  const incident = await service.call({ method: 'GET', path: 'incident', subject, answers });
  const { starts_at, made_by, calls } = incident as {
    starts_at: string;
    made_by: string;
    calls: LoggedCall[];
  };
  const body = { snapshot: 'incident' };
  await service.call({ method: 'POST', path: 'reset', body, subject, answers: { reset: 'boolean' } });
  /** Recorded ids of jobs, and those that they have now. */
  const jobs = new Map<string, string>();
  const found: CallDifference[] = [];
  for (const [at, call] of calls.entries()) {
    context.signal.throwIfAborted();
    report({ done: at, total: calls.length, unit: 'calls' });
    await service.call({
      method: 'PUT',
      path: 'clock',
      body: { now: call.at, freeze: true },
      subject,
      answers: { now: 'string' },
    });
    const { id } = await service.call({
      method: 'POST',
      path: `incident/calls/${at}`,
      body: editsOf(call, jobs),
      subject: `call ${at + 1}`,
      answers: { id: 'string' },
    });
    const answer = await service.call({
      method: 'GET',
      path: `requests/${id}`,
      subject: `call ${id}`,
      answers: { status: 'number' },
    });
    const actual = answer as unknown as LoggedCall;
    if (call.jobId !== undefined && actual.jobId !== undefined) jobs.set(call.jobId, actual.jobId);
    if (actual.jobId !== undefined) await jobEnded(context, service, actual.jobId);
    const { method, url } = call;
    found.push(...compareCalls(call, actual).map((each) => ({ call: at + 1, method, url, ...each })));
  }
  return {
    schema: 'brctl.local-replay/1',
    starts_at,
    made_by,
    calls: calls.length,
    different: new Set(found.map(({ call }) => call)).size,
    differences: found,
  };
}

/** Jobs have other ids now; a call that was refused for its key is made with a wrong one. */
function editsOf(
  call: LoggedCall,
  jobs: ReadonlyMap<string, string>,
): { url?: string; headers?: Record<string, string> } {
  const url = call.url.replace(
    /(\/jobs\/)([\w-]+)/,
    (_, path: string, id: string) => path + (jobs.get(id) ?? id),
  );
  const isRefused = call.status === 401 || call.status === 403;
  if (!isRefused) return url === call.url ? {} : { url };
  const headers = Object.entries(call.headers).map(([name, value]) => [
    name,
    value.replace(/\*{3}$/, WRONG_KEY),
  ]);
  return { url: url.replace(/=\*{3}/g, `=${WRONG_KEY}`), headers: Object.fromEntries(headers) };
}

async function jobEnded({ sleep, signal }: CommandContext, service: LocalService, id: string): Promise<void> {
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_POLL_MS)) {
    const { status } = await service.call({
      method: 'GET',
      path: `jobs/${id}`,
      subject: `job ${id}`,
      answers: { status: 'string' },
    });
    if (isTerminalState(String(status))) return;
    await sleep(pauseMs, signal);
  }
}
