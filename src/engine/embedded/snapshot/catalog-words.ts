import type { Database } from '../../../sqlite.ts';
import type { WordFrequency } from '../../text/spelling.ts';

const ALL =
  'SELECT term AS word, sum(frequency) AS frequency FROM term WHERE part <= ? GROUP BY term HAVING sum(frequency) > 0';
const ONE =
  'SELECT 1 AS known FROM term WHERE term = ? AND part <= ? GROUP BY term HAVING sum(frequency) > 0';

/** The words of the catalog as an index file has them up to a part. */
export function catalogWords(db: Database, lastPart: number): Iterable<WordFrequency> {
  return db.prepare<{ word: string; frequency: number }>(ALL).iterate(lastPart);
}

/** Tells whether the catalog has a word; each is looked up by itself. */
export function catalogWordTest(db: Database, lastPart: number): (word: string) => boolean {
  const lookup = db.prepare<{ known: number }>(ONE);
  return (word) => lookup.get(word, lastPart) !== undefined;
}
