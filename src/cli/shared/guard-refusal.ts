import { BrctlError } from '../../base/errors.ts';
import { LoadRefusal } from '../../client/delivery/push/choose-load.ts';
import { GuardRefusal } from '../../client/delivery/push/guard-refusal.ts';
import { ACCEPT, type GuardVerdict, REHEARSAL } from '../../client/delivery/push/guards.ts';
import { isFindingCode } from '../../client/profile/finding-codes.ts';
import { describeGuard, listExamples } from './guard-messages.ts';
import { toLoadRefusalError } from './load-messages.ts';

/** Runs `work` and rewrites refusals of guards and load choice as errors with messages. */
export async function withRefusalMessages<T>(
  work: () => Promise<T>,
  commandLineWith: (...more: string[]) => string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GuardRefusal) throw refusalError(error.refusals, commandLineWith);
    throw error instanceof LoadRefusal ? toLoadRefusalError(error, commandLineWith) : error;
  }
}

/**
 * The error of a load that guards refuse: its code is that of the first, its fix lets all of them pass.
 * @param commandLineWith the command line that was given, with more options
 */
function refusalError(
  refusals: readonly GuardVerdict[],
  commandLineWith: (...more: string[]) => string,
): BrctlError {
  const [first] = refusals as [GuardVerdict];
  const [[message = '', ...reasons] = [], ...others] = refusals.map((refusal) =>
    describeGuard(refusal).split('; '),
  );
  return new BrctlError([message, ...others.map(([other]) => other)].join('; '), {
    kind: first.code === REHEARSAL ? 'rehearsal' : 'guard',
    code: first.code,
    why: [...reasons, ...exampleText(refusals)].join('; ') || 'usually this is a fault in the feed',
    hint: passHint(refusals, commandLineWith),
    data: { ...first.data, guards: refusals.map(({ code }) => code) },
  });
}

function exampleText(refusals: readonly GuardVerdict[]): string[] {
  const found = refusals.find((refusal) => (refusal.examples?.length ?? 0) > 0);
  return found === undefined ? [] : [`for example ${listExamples(found).join(', ')}`];
}

function passHint(refusals: readonly GuardVerdict[], commandLineWith: (...more: string[]) => string): string {
  if (refusals.some(({ pass }) => pass === undefined)) return 'check the feed';
  const options = mergeOptions(refusals.map(({ pass = [] }) => pass));
  const isLearned = refusals.some(({ code }) => isFindingCode(code));
  const lasting = isLearned ? '; add --learn if the change is permanent' : '';
  return `check the feed; to push it anyway, ${commandLineWith(...options)}${lasting}`;
}

/** Each option once, but for what is accepted. */
function mergeOptions(all: readonly (readonly string[])[]): string[] {
  const options = new Map<string, string | undefined>();
  const accepted: string[] = [];
  for (const words of all) {
    for (let at = 0; at < words.length; at++) {
      const name = words[at] as string;
      const value = words[at + 1]?.startsWith('--') === false ? words[++at] : undefined;
      if (name === ACCEPT) accepted.push(name, value ?? '');
      else options.set(name, value);
    }
  }
  const others = [...options].flatMap(([name, value]) => (value === undefined ? [name] : [name, value]));
  return [...accepted, ...others];
}
