import { LruCache } from '../lru-cache.ts';
import type { Analyser } from './analyser.ts';

/** Shorter words are endings of too many others. */
const MIN_HEAD_LENGTH = 4;
const MIN_BEGINNING_LENGTH = 3;
const MAX_ENDING_LENGTH = 4;
/** Linking letters of German, Dutch and Nordic compounds. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ns'];
/** Endings that the first part of a compound may lack: `Schul` of Schule, `Garten` of Gärten. */
const LOST = ['', 'e', 'n', 'en', 'er', 'a'];
const MAX_COMPOUNDS = 200;

/** Words of queries whose compounds are kept; to find them, every word of the version is looked at. */
const MAX_KEPT = 1_000;

const found = new WeakMap<ReadonlySet<string>, LruCache<readonly string[]>>();

/**
 * The words that a word is the last part of, as languages have them that write several words as one: `tisch` gives `esstisch` and
 * `schreibtische`. Known by the words of the version, and at the query: an index that took words apart by others would depend on
 * the order in which these came.
 */
export function findCompounds(word: string, vocabulary: ReadonlySet<string>, analyser: Analyser) {
  if (!analyser.language.hasCompounds || word.length < MIN_HEAD_LENGTH || /\d/.test(word)) return [];
  const known = found.get(vocabulary) ?? new LruCache<readonly string[]>(MAX_KEPT);
  found.set(vocabulary, known);
  return known.getOrMake(`${analyser.code} ${word}`, () => search(word, vocabulary, analyser));
}

function search(word: string, vocabulary: ReadonlySet<string>, analyser: Analyser): string[] {
  const stem = analyser.stem(word);
  const root = word.startsWith(stem) ? stem : word.slice(0, MIN_HEAD_LENGTH);
  const compounds: string[] = [];
  for (const candidate of vocabulary) {
    const end = candidate.lastIndexOf(root);
    if (end < MIN_BEGINNING_LENGTH || candidate.length - end > word.length + MAX_ENDING_LENGTH) continue;
    if (analyser.stem(candidate.slice(end)) !== stem || analyser.language.noCompounds.has(candidate))
      continue;
    if (isBeginning(candidate.slice(0, end), vocabulary, analyser)) compounds.push(candidate);
  }
  return compounds.sort().slice(0, MAX_COMPOUNDS);
}

function isBeginning(text: string, vocabulary: ReadonlySet<string>, analyser: Analyser): boolean {
  return LINKS.some((link) => {
    if (!text.endsWith(link)) return false;
    const word = text.slice(0, text.length - link.length);
    if (word.length < MIN_BEGINNING_LENGTH || analyser.isStopWord(word)) return false;
    return LOST.some((end) => vocabulary.has(word + end));
  });
}
