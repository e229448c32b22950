import { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import type { GuardReport } from '../../../protocol/control-documents.ts';
import { isFindingCode } from '../../profile/finding-codes.ts';

/** `allowed`: an anomaly, and let pass by an option; `unknown`: there is nothing to compare with. */
export interface GuardVerdict {
  code: string;
  verdict: 'passed' | 'allowed' | 'refused' | 'unknown';
  /** In one sentence with the figures; semicolons divide it. */
  why: string;
  /** Options that let a refused load pass; undefined where none does. */
  pass?: string[];
  examples?: string[];
  /** Lines of the catalog where the examples are, in their order; absent where they are not known. */
  lines?: number[];
  data?: Record<string, number>;
}

export interface AcceptedFindings {
  codes: readonly string[];
  because: string;
  learn: boolean;
}

/** The slow guard, a rehearsal: it runs if the others let a load pass. */
export const REHEARSAL = 'guard.rehearsal';

const ACCEPT = '--accept';

export function formatAcceptOptions(code: string, limit?: number): string[] {
  return [ACCEPT, limit === undefined ? code : `${code}=${limit}`, '--because', 'why it is right'];
}

/** `P-1 (line 12)`. */
export function listExamples({ examples = [], lines = [] }: GuardVerdict): string[] {
  return examples.map((product, index) =>
    lines[index] === undefined ? product : `${product} (line ${formatCount(lines[index])})`,
  );
}

type CommandLineWith = (...more: string[]) => string;

/**
 * Refuses a load that a guard refuses: the error's code is that of the first, its fix lets all of them pass.
 * @param commandLineWith the command line that was given, with more options
 */
export function refuseByGuards(verdicts: readonly GuardVerdict[], commandLineWith: CommandLineWith): void {
  const refusals = verdicts.filter(({ verdict }) => verdict === 'refused');
  const [first] = refusals;
  if (first === undefined) return;
  const [[message = '', ...reasons] = [], ...others] = refusals.map(({ why }) => why.split('; '));
  const refusal = refusals.find(({ examples = [] }) => examples.length > 0);
  const example = refusal === undefined ? [] : [`for example ${listExamples(refusal).join(', ')}`];
  throw new BrctlError([message, ...others.map(([other]) => other)].join('; '), {
    kind: first.code === REHEARSAL ? 'rehearsal' : 'guard',
    code: first.code,
    why: [...reasons, ...example].join('; ') || 'usually this is a fault in the feed',
    hint: passHint(refusals, commandLineWith),
    data: { ...first.data, guards: refusals.map(({ code }) => code) },
  });
}

function passHint(refusals: readonly GuardVerdict[], commandLineWith: CommandLineWith): string {
  if (refusals.some(({ pass }) => pass === undefined)) return 'check the feed';
  const options = mergeOptions(refusals.flatMap(({ pass = [] }) => pass));
  const isLearned = refusals.some(({ code }) => isFindingCode(code));
  const lasting = isLearned ? '; add --learn if the change is permanent' : '';
  return `check the feed; to push it anyway, ${commandLineWith(...options)}${lasting}`;
}

/** Each option once, but for what is accepted. */
function mergeOptions(words: readonly string[]): string[] {
  const isAccept = (_: string, index: number) => words[index] === ACCEPT || words[index - 1] === ACCEPT;
  const others = words.filter((word, index) => !isAccept(word, index));
  return [...words.filter(isAccept), ...new Set(others)];
}

/**
 * Guard report of an applied load.
 * @param redact takes secrets out of a text: reasons are typed by people
 */
export function toGuardReport(
  { guards, because }: { guards: readonly GuardVerdict[]; because: string | undefined },
  redact: (text: string) => string,
): GuardReport {
  const reports = guards.flatMap(({ code, verdict, why, examples, lines }) => {
    // Refused loads are not sent.
    if (verdict === 'refused') return [];
    const where = { ...(examples && { examples: examples.map(redact) }), ...(lines && { lines }) };
    return [{ code, verdict, why: redact(why), ...where }];
  });
  return { ...(because !== undefined && { because: redact(because) }), guards: reports };
}
