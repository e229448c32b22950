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

interface Effect {
  words: string;
  /** How much of it, as an example. */
  example?: string;
  /** Value in the rule, if it is no number under its name. */
  member?: object;
}

/** Faults to choose from. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  status: { words: 'answer with a status', example: '503' },
  latencyMs: { words: 'wait, in ms', example: '2000' },
  reset: { words: 'reset the connection', member: { reset: true } },
  cutBodyAfterBytes: { words: 'cut the answer after bytes', example: '100' },
  diskFull: { words: 'simulate a full disk', member: { diskFull: true } },
  jobFail: { words: 'fail the job', member: { job: 'fail' } },
  jobStick: { words: 'hang the job', member: { job: 'stick' } },
  drop: { words: 'drop the SFTP connection', member: { drop: true } },
};

/** The rule to send for what was chosen; an empty number sets no bound. */
export function parseRule({ operation, effect = '', amount, times }: Record<string, string>) {
  const member = EFFECTS[effect]?.member ?? { [effect]: Number(amount) };
  return { operation, ...member, ...(times && { times: Number(times) }) };
}

/** A listed rule as it is sent again: without what was counted. */
export function toNewRule({ id: _, calls: _calls, struck: _struck, nth, times, fault, ...rule }: FaultRule) {
  return { ...rule, ...(nth !== null && { nth }), ...(times !== null && { times }), ...fault };
}
