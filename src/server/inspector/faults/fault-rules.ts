/** A rule as the service lists it. */
export interface FaultRule {
  id: string;
  operation: string;
  nth: number | null;
  times: number | null;
  probability: number;
  seed: number;
  fault: Record<string, unknown>;
  calls: number;
  struck: number;
}

/** What one can choose to go wrong, and the member of the rule that says so. */
export const EFFECTS = {
  status: { words: 'answer with a status', example: '503' },
  latencyMs: { words: 'wait, in ms', example: '2000' },
  reset: { words: 'reset the connection', example: '' },
  cutBodyAfterBytes: { words: 'cut the answer after bytes', example: '100' },
  diskFull: { words: 'simulate a full disk', example: '' },
  jobFail: { words: 'fail the job', example: '' },
  jobStick: { words: 'hang the job', example: '' },
  drop: { words: 'drop the SFTP connection', example: '' },
} as const;

export type Effect = keyof typeof EFFECTS;

/** Operations that no path of the HTTP description names. */
export const OTHER_OPERATIONS = [
  'job:ingest-full',
  'job:ingest-delta',
  'job:index-update',
  'sftp:*',
  'sftp:connect',
  'sftp:open',
  'sftp:write',
];

/** The rule to send for what was chosen; an empty number sets no bound. */
export function newRule(
  operation: string,
  effect: Effect,
  amount: string,
  times: string,
): Record<string, unknown> {
  const what =
    effect === 'jobFail'
      ? { job: 'fail' }
      : effect === 'jobStick'
        ? { job: 'stick' }
        : { [effect]: EFFECTS[effect].example === '' ? true : Number(amount) };
  return { operation, ...what, ...(times !== '' && { times: Number(times) }) };
}

/** A listed rule as it is sent again: without what was counted. */
export function sameRule({
  operation,
  nth,
  times,
  probability,
  seed,
  fault,
}: FaultRule): Record<string, unknown> {
  return {
    operation,
    ...(nth !== null && { nth }),
    ...(times !== null && { times }),
    probability,
    seed,
    ...fault,
  };
}
