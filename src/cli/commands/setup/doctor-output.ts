import type { OutputStream } from '../../io.ts';
import { colorState } from '../../output/highlight.ts';
import type { Output } from '../../output/output.ts';
import { printable } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';

/** How one check came out. */
export interface CheckResult {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly message: string;
  readonly why: string | null;
  readonly hint: string | null;
  readonly [member: string]: string | null;
}

const NAME_WIDTH = 14;
const STATE_WIDTH = 9;

/** A line per check; below a failed one, its cause and how to fix it. */
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
    .map(({ name, state, message, why, hint }) => {
      const detail = (label: string, text: string | null) =>
        text === null ? '' : `${' '.repeat(STATE_WIDTH)}${label.padEnd(NAME_WIDTH)}${printable(text)}\n`;
      const line = `${colorState(state.padEnd(STATE_WIDTH), to)}${name.padEnd(NAME_WIDTH)}${printable(message)}\n`;
      return line + detail('why', why) + detail('fix', hint);
    })
    .join('');
  return wrapText(text, to);
}
