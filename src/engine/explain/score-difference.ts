import type { ScorePart } from '../../protocol/explanation.ts';

/** Scores have the digits of 32 bits: what rounding has taken or given goes to the greatest part, so that the parts make the score. */
export function giveRest(parts: readonly ScorePart[], score: number): void {
  const greatest = parts.toSorted((a, b) => b.value - a.value)[0];
  if (greatest === undefined) return;
  const before = greatest.value;
  greatest.value += score - parts.reduce((sum, { value }) => sum + value, 0);
  const [last] = greatest.factors?.slice(-1) ?? [];
  if (last !== undefined && before !== 0) last.value *= greatest.value / before;
}

/** Where the first score is above the second by most. */
export function findGreatestDifference(first: readonly ScorePart[], second: readonly ScorePart[]) {
  const unmatched = new Map(listAddends(second).map((part) => [part.key, part]));
  const others = listAddends(first);
  const differences = others.map((part) => ({
    ...part,
    value: part.value - (unmatched.get(part.key)?.value ?? 0),
  }));
  for (const { key } of others) unmatched.delete(key);
  for (const part of unmatched.values()) differences.push({ ...part, value: -part.value });
  const [greatest] = differences.sort((a, b) => b.value - a.value);
  if (greatest === undefined) return { part: 'base' as const, difference: 0 };
  const { part, word, value: difference } = greatest;
  return { part, ...(word !== undefined && { word }), difference };
}

/** The parts as what each adds; a factor adds what it makes of the sum before it. */
function listAddends(parts: readonly ScorePart[]) {
  let sum = 0;
  return parts.map(({ part, word, effect, value }) => {
    const added = effect === 'add' ? value : sum * (value - 1);
    sum += added;
    return { key: `${part} ${word ?? ''}`, part, word, value: added };
  });
}
