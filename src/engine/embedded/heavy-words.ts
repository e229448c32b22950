import type { Database } from '../../sqlite.ts';
import type { SearchDocument } from '../document.ts';
import { words } from './analysis.ts';
import { bytesOfPostings } from './posting-list.ts';
import { PostingReader } from './posting-reader.ts';

/** Every so many documents one is looked at to learn which words are frequent; a prime, as catalogs have patterns. */
const SAMPLE_STEP = 61;
/** In small catalogs reading any list from the text index is fast enough. */
const MIN_DOCUMENTS = 20_000;
/** A word that more than this share of the documents holds has its posting list kept ready. */
const HEAVY_SHARE = 0.15;
const MAX_HEAVY_WORDS = 300;

/**
 * Finds the most frequent words of a catalog while it is indexed. The text index takes tens of milliseconds to read the
 * documents of such a word, so their lists are stored as one byte a document, which is read in a fraction of one.
 */
export class HeavyWords {
  private seen = 0;
  private sampled = 0;
  private readonly counts = new Map<string, number>();

  look({ text }: SearchDocument): void {
    if (this.seen++ % SAMPLE_STEP !== 0) return;
    this.sampled++;
    const all = words(Object.values(text).join(' '));
    for (const word of new Set(all)) this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
  }

  /** Stores the lists of the frequent words; called when the text index is complete. */
  save(db: Database): void {
    if (this.seen < MIN_DOCUMENTS) return;
    const insert = db.prepare('INSERT INTO heavy(word, fields) VALUES (?, ?)');
    const postings = new PostingReader(db);
    for (const word of this.frequent()) {
      insert.run(word, bytesOfPostings(postings.read([[word]], 0, this.seen), this.seen));
    }
  }

  private frequent(): string[] {
    return [...this.counts]
      .filter(([, count]) => count > this.sampled * HEAVY_SHARE)
      .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
      .slice(0, MAX_HEAVY_WORDS)
      .map(([word]) => word);
  }
}
