import { BrctlError, type ErrorKind } from '../../../base/errors.ts';
import { asBrctlError } from '../../output/errors.ts';
import type { CheckResult } from './doctor-output.ts';

/** One thing that must be right before brctl can work. */
export interface DoctorCheck {
  name: string;
  /** Says what is right, or why there is nothing to check; throws what is wrong. Undefined where nothing is configured. */
  run(): Promise<string | { skipped: string } | undefined>;
}

export interface Diagnosis {
  findings: CheckResult[];
  /** Kind of the first failure, which gives the exit code. */
  failure: ErrorKind | undefined;
}

/** Runs every check, also behind one that failed: each answer is on its own line. */
export async function diagnose(checks: readonly DoctorCheck[], signal: AbortSignal): Promise<Diagnosis> {
  const diagnosis: Diagnosis = { findings: [], failure: undefined };
  for (const check of checks) {
    signal.throwIfAborted();
    const { finding, failure } = await runCheck(check);
    diagnosis.findings.push(finding);
    diagnosis.failure ??= failure;
  }
  return diagnosis;
}

/** What the hints of other commands advise is what runs here. */
const TO_RUN_IT = /(,? then| with) brctl doctor\b/;

async function runCheck({ name, run }: DoctorCheck): Promise<{ finding: CheckResult; failure?: ErrorKind }> {
  try {
    const told = (await run()) ?? { skipped: 'not configured' };
    const isOk = typeof told === 'string';
    const message = isOk ? told : told.skipped;
    return { finding: { name, state: isOk ? 'ok' : 'skipped', message, why: null, hint: null } };
  } catch (thrown) {
    const error = thrown instanceof BrctlError ? thrown : asBrctlError(thrown);
    const hint = error.hint?.replace(TO_RUN_IT, '') ?? null;
    const why = error.details.why ?? null;
    return { finding: { name, state: 'failed', message: error.message, why, hint }, failure: error.kind };
  }
}
