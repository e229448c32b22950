import { createHash, type Hash } from 'node:crypto';
import { BrctlError, getMessage, isStopped } from '../../base/errors.ts';
import type { CatalogApi, LoadRequest } from '../api/catalog-api.ts';
import type { HttpBody } from '../api/http-body.ts';
import type { Ledger } from '../state/ledger.ts';
import type { LedgerEntry, LedgerState } from '../state/ledger-entry.ts';

export type SubmitFacts = Pick<LedgerEntry, 'environment' | 'catalog' | 'operations' | 'accepted'> &
  Required<Pick<LedgerEntry, 'via' | 'source'>>;

export interface SubmitBody {
  bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface SubmitOptions {
  api: CatalogApi;
  ledger: Ledger;
  signal: AbortSignal;
  onSent?(bytes: number): void;
  /** Told when it was interrupted after the whole request was out. */
  onUnknown?(): void;
  /** Awaited with the ledger's id before the first byte, and with each later state before anything else happens. */
  onState?(id: string, state: LedgerState, jobId?: string): Promise<void>;
  unknownHint: string;
  /** Another command line of brctl for the same environment, configuration and connection. */
  commandFor(...words: string[]): string;
}

/**
 * Sends a load and writes the ledger before the first byte, before the last byte and after the outcome (write-ahead).
 * After a crash, the ledger tells whether the service may have the request.
 * @returns the job and the entry's id
 * @throws BrctlError what `CatalogApi.submit` throws; `submit.outcome_unknown` comes with the way out, also where the
 *   job that the service names is that of an earlier request
 */
export async function submitTracked(
  load: LoadRequest,
  body: SubmitBody,
  facts: SubmitFacts,
  options: SubmitOptions,
): Promise<{ jobId: string; ledgerId: string }> {
  const id = await options.ledger.begin({ ...facts, kind: 'submit', mode: load.mode, bytes: body.bytes });
  const note: Note = async (state, change = {}) => {
    await options.ledger.update(id, { ...change, state });
    await options.onState?.(id, state, change.jobId);
  };
  await options.onState?.(id, 'sending');
  const progress = { wholeSent: false };
  try {
    const jobId = await options.api.submit(load, hashBody(body, note, progress, options), options.signal);
    await rejectReusedJobId(options.ledger, facts.environment, jobId);
    await noteAccepted(note, jobId, options);
    return { jobId, ledgerId: id };
  } catch (error) {
    if (error instanceof BrctlError && error.code === 'submit.not_noted') throw error;
    const state = classifyFailure(error, progress.wholeSent);
    const code = error instanceof BrctlError ? error.code : undefined;
    await note(state, { remark: code ?? String(error) });
    if (state === 'unknown' && options.signal.aborted) options.onUnknown?.();
    if (!(error instanceof BrctlError) || code !== 'submit.outcome_unknown') throw error;
    throw new BrctlError(error.message, { ...error.details, hint: options.unknownHint });
  }
}

/** Writes a state of the request into the ledger, with what else is known then. */
type Note = (state: LedgerState, change?: Partial<LedgerEntry>) => Promise<void>;

/** The job id is the only proof of an accepted request: report it even if the ledger write fails. */
async function noteAccepted(note: Note, jobId: string, { commandFor }: SubmitOptions): Promise<void> {
  try {
    await note('accepted', { jobId });
  } catch (cause) {
    throw new BrctlError(
      `the service accepted it as job ${jobId}, but that could not be recorded: ${getMessage(cause)}`,
      {
        kind: cause instanceof BrctlError && cause.kind === 'locked' ? 'locked' : 'temporary',
        code: 'submit.not_noted',
        retryable: false,
        hint: `do not submit it again; ${commandFor('status', jobId, '--wait')}`,
        data: { job_id: jobId },
        cause,
      },
    );
  }
}

/** The body as HTTP sends it; each try counts from the start, and its hash is known before its last byte goes out. */
function hashBody(
  body: SubmitBody,
  note: Note,
  progress: { wholeSent: boolean },
  options: SubmitOptions,
): HttpBody {
  let hash: Hash;
  return {
    lengthBytes: body.bytes,
    async *open() {
      hash = createHash('sha256');
      progress.wholeSent = false;
      for await (const chunk of body.open()) {
        hash.update(chunk);
        yield chunk;
      }
    },
    async beforeLastByte() {
      await note('sent', { sha256: hash.digest('hex') });
      progress.wholeSent = true;
    },
    ...(options.onSent && { onSent: options.onSent }),
  };
}

function classifyFailure(error: unknown, wholeSent: boolean): LedgerState {
  if (!(error instanceof BrctlError)) return wholeSent ? 'unknown' : 'not-sent';
  if (error.code === 'submit.outcome_unknown') return 'unknown';
  if (isStopped(error)) return wholeSent ? 'unknown' : 'not-sent';
  return error.kind === 'temporary' ? 'not-sent' : 'refused';
}

/**
 * Refuses an earlier request's job: its end says nothing about this load (doc: public-facts B6: each has its own).
 * @throws BrctlError `submit.outcome_unknown`
 */
async function rejectReusedJobId(ledger: Ledger, environment: string, jobId: string): Promise<void> {
  const earlier = await ledger.requestOf(environment, jobId);
  if (earlier === undefined) return;
  throw new BrctlError(
    `the outcome of this submit is unknown: the answer names job ${jobId}, which belongs to the ${earlier.kind} of ${earlier.startedAt}`,
    {
      kind: 'temporary',
      code: 'submit.outcome_unknown',
      retryable: false,
      why: 'a proxy or gateway may have returned a cached answer; the service may have accepted the request under another id',
      data: { job_id: jobId },
    },
  );
}
