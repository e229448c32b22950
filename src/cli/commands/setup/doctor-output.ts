import type { OutputStream } from '../../io.ts';
import { fitLines } from '../../output/fit-lines.ts';
import { colorState } from '../../output/highlight.ts';
import type { Output } from '../../output/output.ts';
import { printable } from '../../output/printable.ts';

/** How one check came out. */
export interface CheckResult {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly message: string;
  readonly hint: string | null;
  readonly [member: string]: string | null;
}

const NAME_WIDTH = 14;
const STATE_WIDTH = 9;

/** A line a check; below a failed one, how to fix it. */
export async function printDiagnosis(
  output: Output,
  environment: string,
  checks: readonly CheckResult[],
): Promise<void> {
  await output.result({ schema: 'brctl.doctor/1', environment, checks }, (stdout) =>
    diagnosisText(checks, stdout),
  );
}

function diagnosisText(findings: readonly CheckResult[], to: OutputStream): string {
  const text = findings
    .map(({ name, state, message, hint }) => {
      const line = `${colorState(state.padEnd(STATE_WIDTH), to)}${name.padEnd(NAME_WIDTH)}${printable(message)}\n`;
      return hint === null
        ? line
        : `${line}${' '.repeat(STATE_WIDTH)}${'fix'.padEnd(NAME_WIDTH)}${printable(hint)}\n`;
    })
    .join('');
  return fitLines(text, to);
}
