import { type Analyser, ENGLISH_ANALYSER } from './analyser.ts';
import { splitWrittenText } from './analysis.ts';

/** Words that mean the same, or words that are also found by others. */
export type Synonyms = readonly string[] | { from: readonly string[]; to: readonly string[] };

/** A place of a query: one word or several that stand for one thing, with everything that means the same. */
export interface QueryTerm {
  /** As they are written in the query, folded. */
  words: readonly string[];
  /** Each a list of an index's words that follow one another; the term's own words come first. */
  alternatives: readonly (readonly string[])[];
  /** Other spellings as one word or two; two count only where their order is known (`compounds.ts`). */
  compounds?: readonly (readonly string[])[];
  /** How all of these are written, in their order. */
  written?: readonly (readonly string[])[];
}

/** A synonym in one language. */
interface Entry {
  written: readonly string[];
  /** Stems, without function words: other forms of the words are the same. */
  compared: readonly string[];
  indexed: readonly string[];
}

interface Group {
  from: readonly Entry[];
  to: readonly Entry[];
}

const prepared = new WeakMap<readonly Synonyms[], Map<Analyser, Group[]>>();

/** Words that stand for one thing, without synonyms. */
export function toQueryTerm(words: readonly string[], analysers: readonly Analyser[] = [ENGLISH_ANALYSER]) {
  const ways = analysers.map((analyser) => ({ written: words, indexed: indexWords(words, analyser) }));
  return withWritten(words, ways);
}

/** The query's words as terms; the longest run of words that has synonyms becomes one term. */
export function expandSynonyms(
  queryWords: readonly string[],
  synonyms: readonly Synonyms[],
  analysers: readonly Analyser[] = [ENGLISH_ANALYSER],
): QueryTerm[] {
  const readings = analysers.map((analyser) => ({
    groups: makeGroups(synonyms, analyser),
    stems: queryWords.map((word) => indexWords([word], analyser).join(' ')),
  }));
  const terms: QueryTerm[] = [];
  for (let start = 0; start < queryWords.length; ) {
    const found = readings.map(({ groups, stems }) => findLongestEntry(stems, start, groups));
    const count = Math.max(1, ...found.map((entry) => entry?.own.compared.length ?? 0));
    const words = queryWords.slice(start, start + count);
    const matching = found.map((entry) => (entry?.own.compared.length === count ? entry : null));
    const own = analysers.map((analyser, reading) => {
      const entry = matching[reading]?.own;
      return { written: words, indexed: count > 1 && entry ? entry.indexed : indexWords(words, analyser) };
    });
    terms.push(withWritten(words, [...own, ...matching.flatMap((entry) => entry?.others ?? [])]));
    start += count;
  }
  return terms;
}

function indexWords(words: readonly string[], analyser: Analyser): string[] {
  return words.flatMap((word) => analyser.indexed(word));
}

function withWritten(
  words: readonly string[],
  ways: readonly Pick<Entry, 'written' | 'indexed'>[],
): QueryTerm {
  const distinct = new Map(ways.map((way) => [way.indexed.join(' '), way] as const).reverse());
  const kept = ways.filter((way) => distinct.get(way.indexed.join(' ')) === way);
  return { words, alternatives: kept.map((way) => way.indexed), written: kept.map((way) => way.written) };
}

function makeGroups(synonyms: readonly Synonyms[], analyser: Analyser): Group[] {
  let byLanguage = prepared.get(synonyms);
  if (byLanguage === undefined) {
    byLanguage = new Map();
    prepared.set(synonyms, byLanguage);
  }
  let groups = byLanguage.get(analyser);
  if (groups === undefined) {
    groups = synonyms.map((rule) => {
      const [from, to] = 'from' in rule ? [rule.from, rule.to] : [rule, rule];
      return { from: makeEntries(from, analyser), to: makeEntries(to, analyser) };
    });
    byLanguage.set(analyser, groups);
  }
  return groups;
}

function makeEntries(texts: readonly string[], analyser: Analyser): Entry[] {
  return texts.flatMap((text) => {
    const written = splitWrittenText(text);
    const compared = analyser.tokenizeQuery(text).map((word) => indexWords([word], analyser).join(' '));
    return compared.length === 0 ? [] : [{ written, compared, indexed: indexWords(written, analyser) }];
  });
}

/** The longest synonym that begins here; of equal ones the first. */
function findLongestEntry(stems: readonly string[], at: number, groups: readonly Group[]) {
  let longest: { own: Entry; others: Entry[] } | null = null;
  for (const { from, to } of groups) {
    for (const entry of from) {
      const { compared } = entry;
      if (compared.length <= (longest?.own.compared.length ?? 0)) continue;
      if (!compared.every((stem, offset) => stems[at + offset] === stem)) continue;
      longest = {
        own: entry,
        others: to.filter((other) => other !== entry && other.compared.join(' ') !== compared.join(' ')),
      };
    }
  }
  return longest;
}
