/** Kinds of failure, one exit code each (cli/exit-codes.ts). The stable `code` says more. */
export type ErrorKind =
  | 'unexpected' // a bug of brctl
  | 'usage' // unknown option or command, missing value, would have to ask
  | 'config' // configuration or credentials: missing, 401, 403, host key unknown or changed
  | 'input' // input invalid or over a limit; nothing was sent
  | 'not-found' // file, job, catalog
  | 'refused' // the service refused the request (other 4xx)
  | 'temporary' // network, timeout, 429, 5xx after every retry; outcome unknown
  | 'job-failed' // a job failed or was killed
  | 'wait-timeout' // gave up waiting; the job continues
  | 'guard' // refused by a guard: too many products missing or unavailable, or a feed outside the baseline
  | 'rehearsal' // a rehearsal's expectation failed
  | 'locked' // another brctl holds the lock
  | 'interrupted' // SIGINT
  | 'terminated' // SIGTERM
  | 'hung-up'; // SIGHUP

/** Where in an input something was found. Lines and columns count from 1; columns count characters. */
export interface InputLocation {
  file?: string;
  line?: number;
  column?: number;
  product?: string;
  /** JSON Pointer inside the line's document. */
  pointer?: string;
}

export interface BrctlErrorDetails extends InputLocation {
  kind: ErrorKind;
  /** Stable, dotted, lower case: `<room>.<what>`. */
  code: string;
  why?: string;
  /** How to fix it, a command where one exists: the `fix` line. */
  hint?: string;
  /** May the same call succeed later without a change? By default only where the kind is `temporary`. */
  retryable?: boolean;
  /** HTTP status of the answer that caused it. */
  status?: number;
  /** Further members for scripts, free of secrets. */
  data?: Record<string, unknown>;
  problems?: readonly Problem[];
  cause?: unknown;
}

/** One finding in an input. Errors make the input unusable, warnings do not. */
export interface Problem extends InputLocation {
  severity: 'error' | 'warning';
  code: string;
  message: string;
  hint?: string;
}

/** Every failure that brctl reports on purpose. Matched on `code` or `kind`, not on the class. */
export class BrctlError extends Error {
  override readonly name = 'BrctlError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: BrctlErrorDetails;

  constructor(message: string, details: BrctlErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = details.kind;
    this.code = details.code;
    this.details = details;
  }

  get hint(): string | undefined {
    return this.details.hint;
  }
}

/** An error about an input, naming its file where it did not yet; anything else that was thrown as it is. */
export function addFileToError(thrown: unknown, file: string | undefined): unknown {
  if (!(thrown instanceof BrctlError) || file === undefined || thrown.details.file !== undefined)
    return thrown;
  return new BrctlError(thrown.message, { ...thrown.details, file });
}

export function isNotFound(error: unknown): error is BrctlError {
  return error instanceof BrctlError && error.kind === 'not-found';
}

/** For the reading of a file that may be missing: undefined then; throws every other error of the system. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Did a signal break the work off, whichever it was? */
export function isStopped({ kind }: BrctlError): boolean {
  return kind === 'interrupted' || kind === 'terminated' || kind === 'hung-up';
}

export function getMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
