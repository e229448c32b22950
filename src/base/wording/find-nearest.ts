/** Edits (insert, delete, replace, swap) between two words. */
function measureDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** Letters that a word has at least to be taken for the beginning of another. */
const MIN_BEGINNING = 3;

/** The known word that was most likely meant: the only one that begins so, or the nearest; undefined when none is near. */
export function findNearest(word: string, words: readonly string[]): string | undefined {
  const longer = words.filter((candidate) => candidate.toLowerCase().startsWith(word.toLowerCase()));
  if (longer.length === 1 && word.length >= MIN_BEGINNING) return longer[0];
  const ranked = words
    .map((candidate) => ({ candidate, edits: measureDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= Math.max(2, Math.floor(word.length / 3))
    ? best.candidate
    : undefined;
}
