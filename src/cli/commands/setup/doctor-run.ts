import type { ErrorKind } from '../../../base/errors.ts';
import type { HttpClient } from '../../../client/api/http-call.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodeOf } from '../../exit-codes.ts';
import type { OutputStream } from '../../io.ts';
import { asBrctlError } from '../../output/errors.ts';
import { colorState } from '../../output/highlight.ts';
import { escapeControls } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { withHttpClient } from '../../shared/caller.ts';
import { type CheckAnswer, createDoctorChecks } from './checks.ts';

/** Checks everything that the chosen environment is configured for; the exit code is that of the first failure. */
export async function runDoctor(context: CommandContext): Promise<number> {
  const config = await context.config();
  const { environment } = config;
  const checks = await withHttpClient(context, config, (caller) => runChecks(context, config, caller));
  await context.output.result(
    { schema: 'brctl.doctor/1', environment, checks: checks.map(({ failure: _, ...check }) => check) },
    (stdout) => formatChecks(checks, stdout),
  );
  const failure = checks.find((check) => check.failure !== undefined)?.failure;
  return failure === undefined ? 0 : exitCodeOf(failure);
}

interface CheckResult {
  name: string;
  state: 'ok' | 'failed' | 'skipped';
  message: string;
  why: string | null;
  hint: string | null;
  failure?: ErrorKind;
}

/** Every check, also behind one that failed. */
async function runChecks(
  context: CommandContext,
  config: Config,
  caller: HttpClient,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [name, run] of Object.entries(createDoctorChecks(context, config, caller))) {
    context.signal.throwIfAborted();
    results.push(await runCheck(name, run));
  }
  return results;
}

/** Advice of hints to run `brctl doctor`, which already runs. */
const TO_RUN_IT = /(,? then| with) brctl doctor\b/;

async function runCheck(name: string, run: () => CheckAnswer): Promise<CheckResult> {
  try {
    const answer = (await run()) ?? { skipped: 'not configured' };
    const isOk = typeof answer === 'string';
    const message = isOk ? answer : answer.skipped;
    return { name, state: isOk ? 'ok' : 'skipped', message, why: null, hint: null };
  } catch (thrown) {
    const { message, kind, hint, details } = asBrctlError(thrown);
    const fix = hint?.replace(TO_RUN_IT, '') ?? null;
    return { name, state: 'failed', message, why: details.why ?? null, hint: fix, failure: kind };
  }
}

const NAME_WIDTH = 15;
const STATE_WIDTH = 9;

/** A line per check; below a failed one, its cause and how to fix it. */
function formatChecks(checks: readonly CheckResult[], to: OutputStream): string {
  const lines = checks.flatMap(({ name, state, message, why, hint }) => {
    const formatDetail = (label: string, text: string | null) =>
      text === null ? [] : [`${' '.repeat(STATE_WIDTH)}${label.padEnd(NAME_WIDTH)}${escapeControls(text)}\n`];
    const line = `${colorState(state.padEnd(STATE_WIDTH), to)}${name.padEnd(NAME_WIDTH)}${escapeControls(message)}\n`;
    return [line, ...formatDetail('why', why), ...formatDetail('fix', hint)];
  });
  return wrapText(lines.join(''), to);
}
