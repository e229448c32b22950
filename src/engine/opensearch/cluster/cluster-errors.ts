import { BrctlError, getMessage } from '../../../base/errors.ts';

/** Members of the official client's errors; all of them have a `name`. */
interface ClientFailure {
  name?: string;
  statusCode?: number;
  meta?: { body?: unknown };
  body?: unknown;
}

/** Status of a cluster's answer; undefined where none came. */
function getStatus(thrown: unknown): number | undefined {
  return (thrown as ClientFailure | null)?.statusCode;
}

/** A node has not answered in time. */
export function isTimeout(thrown: unknown): boolean {
  return ((thrown ?? {}) as ClientFailure).name === 'TimeoutError';
}

/** A timeout as the client throws it, of all that a call may ask. */
export function timeoutError(ms: number): Error {
  return Object.assign(new Error(`not done within ${ms / 1000} s`), { name: 'TimeoutError' });
}

/** The error of one part of an answer, as the client throws those of a whole. */
export function partError({ status, error }: { status: number; error?: unknown }): Error {
  return Object.assign(new Error('a part of the answer failed'), { statusCode: status, body: { error } });
}

/** Null if the cluster answers with this status. */
export async function nullIfStatus<Result>(status: number, call: () => Promise<Result>) {
  try {
    return await call();
  } catch (error) {
    if (error instanceof BrctlError && error.details.status === status) return null;
    throw error;
  }
}

/** No node answered, or not in time. */
function isLost(thrown: unknown): boolean {
  const { name } = (thrown ?? {}) as ClientFailure;
  return name === 'ConnectionError' || name === 'TimeoutError' || name === 'NoLivingConnectionsError';
}

/** A node answered, and its certificate was refused: the client hands on the words of Node's TLS alone. */
function isDistrusted(thrown: unknown): boolean {
  return (
    (thrown as ClientFailure | null)?.name === 'ConnectionError' && /certificate/i.test(getMessage(thrown))
  );
}

/** A node or the whole cluster has too much to do, or is looking for a leader: the same call may succeed in a moment. */
export function isTransient(thrown: unknown): boolean {
  if (thrown instanceof BrctlError) return thrown.details.retryable === true;
  const status = getStatus(thrown);
  return isLost(thrown) || status === 429 || status === 502 || status === 503 || status === 504;
}

/** Error of a cluster request. It contains addresses, never names or passwords. */
export function clusterError(thrown: unknown, attempt: string, urls: readonly string[]): BrctlError {
  if (thrown instanceof BrctlError) return thrown;
  const addresses = urls.join(', ');
  if (isDistrusted(thrown)) {
    return new BrctlError(`the certificate of the OpenSearch cluster at ${addresses} is not accepted`, {
      kind: 'config',
      code: 'engine.cluster_certificate',
      why: `${attempt}: ${getMessage(thrown)}`,
      hint: 'name the authority that issued it with --engine-ca; renew what has expired',
    });
  }
  if (isLost(thrown)) {
    return new BrctlError(`the OpenSearch cluster at ${addresses} does not answer`, {
      kind: 'temporary',
      code: 'engine.cluster_unreachable',
      why: `${attempt}: ${getMessage(thrown)}`,
      hint: 'start the cluster, or give the addresses of its nodes with --engine-url',
      retryable: true,
    });
  }
  const status = getStatus(thrown);
  if (status === 401 || status === 403) {
    return new BrctlError(`the OpenSearch cluster at ${addresses} refuses brctl`, {
      kind: 'config',
      code: 'engine.cluster_refused',
      why: `${attempt}: ${status === 401 ? 'the name or password is wrong or missing' : getReason(thrown)}`,
      hint: 'set BRCTL_ENGINE_USER and BRCTL_ENGINE_PASSWORD to a user who may create, read and delete indexes named brctl-*',
      status,
    });
  }
  return new BrctlError(`the OpenSearch cluster at ${addresses} failed`, {
    kind: isTransient(thrown) ? 'temporary' : 'unexpected',
    code: status === 429 ? 'engine.cluster_busy' : 'engine.cluster_failed',
    why: `${attempt}: ${getReason(thrown)}`,
    hint: 'look at the state of the cluster: brctl doctor',
    retryable: isTransient(thrown),
    ...(status !== undefined && { status }),
  });
}

interface ErrorBody {
  error?: { type?: string; reason?: string; root_cause?: readonly { reason?: string }[] } | string;
}

/** The cluster's own words, shortened. */
function getReason(thrown: unknown): string {
  const failure = (thrown ?? {}) as ClientFailure;
  const { error } = ((failure.meta?.body ?? failure.body) as ErrorBody | undefined) ?? {};
  if (typeof error === 'string') return error.slice(0, 300);
  if (error === undefined) return getMessage(thrown);
  const { type, reason, root_cause: [cause] = [] } = error;
  return [type, reason, cause?.reason === reason ? undefined : cause?.reason]
    .filter(Boolean)
    .join(': ')
    .slice(0, 500);
}
