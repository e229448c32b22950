import { isTerminalState } from '../../protocol/job.ts';
import type { CommandContext } from '../context.ts';
import { type CallDifference, printReplay, type ReplayDocument } from '../output/local-replay.ts';
import type { Report } from '../output/progress.ts';
import { type ComparedCall, compareCalls } from './compare-calls.ts';
import { type LocalService, withLocalService } from './local-service.ts';

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
  const incident = await service.call({ method: 'GET', path: 'incident', subject });
  const { starts_at, made_by, calls } = incident as {
    starts_at: string;
    made_by: string;
    calls: LoggedCall[];
  };
  await service.call({ method: 'POST', path: 'reset', body: { snapshot: 'incident' }, subject });
  /** Recorded ids of jobs, and those that they have now. */
  const jobs = new Map<string, string>();
  const found: CallDifference[] = [];
  for (const [at, call] of calls.entries()) {
    context.signal.throwIfAborted();
    report({ done: at, total: calls.length, unit: 'calls' });
    await service.call({ method: 'PUT', path: 'clock', body: { now: call.at, freeze: true }, subject });
    const { id } = await service.call({
      method: 'POST',
      path: `incident/calls/${at}`,
      body: editsOf(call, jobs),
      subject: `call ${at + 1}`,
    });
    const answer = await service.call({ method: 'GET', path: `requests/${id}`, subject: `call ${id}` });
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
    const { status } = await service.call({ method: 'GET', path: `jobs/${id}`, subject: `job ${id}` });
    if (isTerminalState(String(status))) return;
    await sleep(pauseMs, signal);
  }
}
