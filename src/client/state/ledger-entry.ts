import {
  isCount,
  isListOf,
  isObjectOf,
  isOneOf,
  isText,
  type Validator,
  type ValueOf,
} from '../../base/json/shape.ts';

/**
 * How far a request is known to have come.
 * - `sending`: begun; its last byte is not out, so the service cannot have acted on it
 * - `sent`: the whole request is out and no answer is known: if nothing follows, the outcome is unknown
 * - `accepted`: the service gave a job
 * - `not-sent`, `refused`: it surely was not accepted
 * - `unknown`: an answer was lost or could not be read
 * Anything else is the state in which the job was last seen (doc: public-facts B7).
 */
export type LedgerState = (typeof FIRST_STATES)[number] | (string & {});

const isState: Validator<LedgerState> = isText;

const REQUIRED = {
  id: isText,
  environment: isText,
  catalog: isText,
  kind: isOneOf('submit', 'index'),
  startedAt: isText,
  /** When the last line was written about it. */
  updatedAt: isText,
  state: isState,
};

const OPTIONAL = {
  mode: isOneOf('delta', 'full'),
  via: isOneOf('payload', 'sftp'),
  operations: isCount,
  bytes: isCount,
  /** Of the bytes of the body. */
  sha256: isText,
  /** The input: a file's name, `-`, or the remote paths. */
  source: isText,
  /** When its last byte went out: from then on the service may act on it. */
  sentAt: isText,
  endedAt: isText,
  jobId: isText,
  /** The error's code, or the message of the job. */
  remark: isText,
  /** Accepted anomalies, with the reason. */
  accepted: isObjectOf({ codes: isListOf(isText), because: isText }),
};

/** One submit or index run, as `brctl jobs` shows it. */
export const isLedgerEntry = isObjectOf(REQUIRED, OPTIONAL);
export type LedgerEntry = ValueOf<typeof isLedgerEntry>;

/** A catalog of an environment. */
export type Destination = Pick<LedgerEntry, 'environment' | 'catalog'>;

export function selectRequests(entries: readonly LedgerEntry[], to: Destination): LedgerEntry[] {
  return entries.filter(
    ({ environment, catalog }) => environment === to.environment && catalog === to.catalog,
  );
}

/** A line of the ledger: the first of an id holds the whole entry, later ones what changed. Other versions may have more members. */
export const isLedgerLine = isObjectOf({ id: isText, updatedAt: isText }, { ...REQUIRED, ...OPTIONAL });
export type LedgerLine = ValueOf<typeof isLedgerLine>;

/** Puts lines, in the order in which they were written, together with what is known already. */
export function replayLines(
  lines: readonly LedgerLine[],
  byId: Map<string, LedgerLine>,
): Map<string, LedgerLine> {
  for (const line of lines) byId.set(line.id, { ...byId.get(line.id), ...line });
  return byId;
}

/** Of a request in several ledgers what got furthest. Machines' clocks differ: times only sort. */
export function mergeEntries(...ledgers: (readonly LedgerEntry[])[]): LedgerEntry[] {
  const byId = new Map<string, LedgerEntry>();
  for (const entry of ledgers.flat()) {
    const line = byId.get(entry.id);
    if (line === undefined || rankProgress(line) <= rankProgress(entry)) byId.set(entry.id, entry);
  }
  return [...byId.values()].sort(
    (a, b) => Number(a.startedAt > b.startedAt) - Number(a.startedAt < b.startedAt),
  );
}

/** States in the order in which a request goes through them; those of a job come between. */
const FIRST_STATES = ['sending', 'sent', 'unknown', 'not-sent', 'refused', 'accepted'] as const;

function rankProgress({ state, endedAt }: LedgerEntry): number {
  if (state === 'superseded') return FIRST_STATES.length + 2;
  const index = (FIRST_STATES as readonly string[]).indexOf(state);
  return index >= 0 ? index : FIRST_STATES.length + Number(endedAt !== undefined);
}

/** Could the service have taken this request without anyone here knowing its job? */
export function isOutcomeUnknown(entry: LedgerEntry): boolean {
  return entry.state === 'unknown' || entry.state === 'sent';
}

/** States of a request that surely changed nothing, or whose effect a later one has replaced. */
const WITHOUT_EFFECT: readonly LedgerState[] = [
  'sending',
  'not-sent',
  'refused',
  'failed',
  'killed',
  'superseded',
];

/** Can this request have changed what the service holds? */
export function mayHaveBeenApplied(entry: LedgerEntry): boolean {
  return !WITHOUT_EFFECT.includes(entry.state);
}
