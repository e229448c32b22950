import { counted } from '../../amounts.ts';
import { isTerminalState } from '../../protocol/job.ts';
import type { CommandContext } from '../context.ts';
import { type JsonValue, toJson } from '../output/json.ts';
import type { ResultDocument } from '../output/output.ts';
import { printable } from '../output/printable.ts';
import type { Report } from '../output/progress.ts';
import { type ComparedCall, compareCalls, type Difference } from './compare-calls.ts';
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

/** A field that is not as it was recorded. */
interface CallDifference extends Difference {
  /** The call, from 1. */
  call: number;
  method: string;
  url: string;
}

/** `brctl.local-replay/1`. */
interface ReplayDocument {
  schema: 'brctl.local-replay/1';
  starts_at: string;
  made_by: string;
  calls: number;
  /** Calls whose answer was another one. */
  different: number;
  differences: CallDifference[];
}

/** A key that no account has, for calls that were refused for theirs. */
const WRONG_KEY = 'not-the-key';
const FIRST_POLL_MS = 5;
const LAST_POLL_MS = 500;
/** Characters of a value that a line shows. */
const SHOWN_CHARACTERS = 120;

/** Makes the calls of the incident again that the running service was started from, and compares the answers. */
export async function runReplay(context: CommandContext): Promise<number> {
  const document = await withLocalService(context, (service) =>
    context.output.progress('replaying the incident', (report) => replay(context, service, report)),
  );
  await context.output.result(document as unknown as ResultDocument, () => replayText(document));
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

function replayText({ starts_at, calls, different, differences }: ReplayDocument): string {
  const same =
    different === 0 ? 'all answered as recorded' : `${counted(different, 'call')} answered otherwise`;
  const lines = [`${counted(calls, 'call')} since ${starts_at}: ${same}`];
  let last = 0;
  for (const { call, method, url, field, expected, actual } of differences) {
    if (call !== last) lines.push(printable(`call ${call}  ${method} ${shown(url)}`));
    last = call;
    lines.push(printable(`  ${field}: expected ${valueText(expected)}, got ${valueText(actual)}`));
  }
  return `${lines.join('\n')}\n`;
}

function valueText(value: unknown): string {
  return shown(toJson(value as JsonValue));
}

function shown(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
