import { isTerminalState } from '../../../protocol/job.ts';

/** What is compared of a call of the request log. */
export interface ComparedCall {
  operation: string | null;
  status: number;
  responseBody: { text: string; encoding: 'utf8' | 'base64'; truncated: boolean } | null;
}

/** A field of an answer that is not as it was; null where it is not there. */
export interface Difference {
  field: string;
  expected: unknown;
  actual: unknown;
}

/** Members that differ from run to run: ids of jobs and of answers, times. */
const VOLATILE: ReadonlySet<string> = new Set([
  'jobId',
  'created_at',
  'started_at',
  'stopped_at',
  'br_related_rid',
  'br_related_rid_tag',
  'rid',
  'wrid',
]);
/** Of a job also its own id; and how far it was, unless it had ended. */
const OF_JOBS: ReadonlySet<string> = new Set(['id']);
/** Ids in texts, such as those of messages. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const RID = /(?<=[?&]rid=|"rid": ?"|br_related_rid = ")[\w-]+/g;

/** Compares the answer to a call with the one that was recorded. Volatile members do not count. */
export function compareCalls(expected: ComparedCall, actual: ComparedCall): Difference[] {
  if (expected.status !== actual.status) {
    return [{ field: 'status', expected: expected.status, actual: actual.status }];
  }
  const [was, is] = [bodyOf(expected), bodyOf(actual)];
  if (isObjectLike(was) && isObjectLike(is)) return [...differences('', was, is, ignoredOf(expected, was))];
  const [wasText, isText] = [textOf(expected), textOf(actual)];
  const isCut = expected.responseBody?.truncated || actual.responseBody?.truncated;
  const length = isCut ? Math.min(wasText.length, isText.length) : Number.POSITIVE_INFINITY;
  if (wasText.slice(0, length) === isText.slice(0, length)) return [];
  return [{ field: 'body', expected: wasText, actual: isText }];
}

function ignoredOf({ operation }: ComparedCall, body: object): (name: string) => boolean {
  if (operation !== 'get-job') return (name) => VOLATILE.has(name);
  const { status } = body as { status?: unknown };
  const hadEnded = typeof status === 'string' && isTerminalState(status);
  return (name) => VOLATILE.has(name) || OF_JOBS.has(name) || (name === 'status' && !hadEnded);
}

function bodyOf({ responseBody: body }: ComparedCall): unknown {
  if (body === null || body.truncated || body.encoding !== 'utf8') return undefined;
  try {
    return JSON.parse(body.text);
  } catch {
    return undefined;
  }
}

function textOf({ responseBody: body }: ComparedCall): string {
  return stable(body?.text ?? '');
}

function stable(text: string): string {
  return text.replace(UUID, '…').replace(RID, '…');
}

function isObjectLike(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function* differences(
  at: string,
  expected: unknown,
  actual: unknown,
  isIgnored: (name: string) => boolean,
): Generator<Difference> {
  if (isObjectLike(expected) && isObjectLike(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const [was, is] = [expected, actual] as Record<string, unknown>[] as [
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (isIgnored(name)) continue;
      const field = Array.isArray(expected) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`;
      yield* differences(field, was[name], is[name], isIgnored);
    }
    return;
  }
  const [was, is] = [expected, actual].map((value) => (typeof value === 'string' ? stable(value) : value));
  if (was !== is) yield { field: at, expected: expected ?? null, actual: actual ?? null };
}
