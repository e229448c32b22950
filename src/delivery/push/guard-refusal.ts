import { formatCount } from '../../amounts.ts';
import { BrctlError } from '../../errors.ts';
import { ACCEPT, type GuardVerdict, REHEARSAL } from './guards.ts';

/**
 * @param commandLineWith the command line that was given, with more options
 * @throws BrctlError with the code of the first guard that refuses; its fix lets all of them pass
 */
export function refuseByGuards(
  verdicts: readonly GuardVerdict[],
  commandLineWith: (...more: string[]) => string,
): void {
  const refusals = verdicts.filter(({ verdict }) => verdict === 'refused');
  const [first] = refusals;
  if (first === undefined) return;
  const [message = '', ...reasons] = first.why.split('; ');
  const others = refusals.slice(1).map(({ why }) => why.split('; ')[0] as string);
  throw new BrctlError([message, ...others].join('; '), {
    kind: first.code === REHEARSAL ? 'rehearsal' : 'guard',
    code: first.code,
    why: [...reasons, ...exampleText(refusals)].join('; ') || 'most often the feed is at fault, not the shop',
    hint: passHint(refusals, commandLineWith),
    data: { ...first.data, guards: refusals.map(({ code }) => code) },
  });
}

function exampleText(refusals: readonly GuardVerdict[]): string[] {
  const found = refusals.find((refusal) => (refusal.examples?.length ?? 0) > 0);
  return found === undefined ? [] : [`for example ${namedExamples(found).join(', ')}`];
}

/** `P-1 (line 12)`. */
export function namedExamples({ examples = [], lines = [] }: GuardVerdict): string[] {
  return examples.map((product, at) =>
    lines[at] === undefined ? product : `${product} (line ${formatCount(lines[at])})`,
  );
}

function passHint(refusals: readonly GuardVerdict[], commandLineWith: (...more: string[]) => string): string {
  if (refusals.some(({ pass }) => pass === undefined)) return 'check the feed';
  const options = mergeOptions(refusals.map(({ pass = [] }) => pass));
  return `check the feed; to push it anyway, ${commandLineWith(...options)}`;
}

/** Each option once, but for what is accepted; of several allowances the largest. */
function mergeOptions(all: readonly (readonly string[])[]): string[] {
  const options = new Map<string, string | undefined>();
  const accepted: string[] = [];
  for (const words of all) {
    for (let at = 0; at < words.length; at++) {
      const name = words[at] as string;
      const value = words[at + 1]?.startsWith('--') === false ? words[++at] : undefined;
      const before = options.get(name);
      if (name === ACCEPT) accepted.push(name, value ?? '');
      else if (before === undefined || sizeOf(value) > sizeOf(before)) options.set(name, value);
    }
  }
  const others = [...options].flatMap(([name, value]) => (value === undefined ? [name] : [name, value]));
  return [...accepted, ...others];
}

function sizeOf(value = ''): number {
  return value.endsWith('%') ? Number.POSITIVE_INFINITY : Number(value);
}
