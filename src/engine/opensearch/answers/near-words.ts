import { MAX_TWO_WORDS, mostEdits, Spelling } from '../../text/spelling.ts';
import { livingIn } from '../documents/living.ts';
import { literal } from '../queries/facet-aggregations.ts';
import type { OpenVersion } from './open-version.ts';
import { WordCounts } from './word-counts.ts';

/** Words that are looked at for each one. */
const MAX_NEAR = 5_000;
const MAX_EXPANSIONS = 1_000;

/** Spelling by the words of the catalog that are near these, their parts and they themselves. */
export async function spellingOf(version: OpenVersion, words: readonly string[]): Promise<Spelling> {
  const counts = WordCounts.of(version);
  const parts = words.flatMap((word) => [word, ...partsOf(word)]);
  const [known, near] = await Promise.all([counts.frequencies(parts), nearWords(version, words)]);
  const all = new Map([...known, ...near]);
  return new Spelling(() =>
    [...all].flatMap(([word, frequency]) => (frequency > 0 ? [{ word, frequency }] : [])),
  );
}

/** Two words that were typed as one. */
function partsOf(word: string): string[] {
  const parts: string[] = [];
  if (word.length > MAX_TWO_WORDS) return parts;
  for (let at = 3; at <= word.length - 3; at++) parts.push(word.slice(0, at), word.slice(at));
  return parts;
}

/** Words of the catalog that begin with the same letter and are nearly as long, where a document has one that is near; with their frequencies. */
async function nearWords(version: OpenVersion, words: readonly string[]): Promise<Map<string, number>> {
  const asked = words.filter((word) => mostEdits(word) > 0);
  const { must_not } = livingIn(version.state);
  const bodies = asked.map((word) => {
    const edits = mostEdits(word);
    const fuzzy = { value: word, fuzziness: edits, prefix_length: 1, max_expansions: MAX_EXPANSIONS };
    const first = [...word][0] ?? '';
    const rest = word.length - first.length;
    const include = `${literal(first)}.{${Math.max(0, rest - edits)},${rest + edits}}`;
    return {
      size: 0,
      query: { bool: { filter: [{ fuzzy: { terms: fuzzy } }], must_not } },
      aggs: { near: { terms: { field: 'terms', include, size: MAX_NEAR } } },
    };
  });
  const answers = await version.ask(bodies);
  const buckets = answers.flatMap(({ aggregations }) => aggregations?.near?.buckets ?? []);
  // A word that is near several of those asked for has the same documents each time.
  const found = new Map<string, number>();
  for (const { key, doc_count: count } of buckets)
    found.set(String(key), Math.max(count, found.get(String(key)) ?? 0));
  return found;
}
