import type { Database } from '../../sqlite.ts';
import { measureWords } from './analysis.ts';
import { Uint32List } from './number-list.ts';
import { BlockWriter } from './posting-blocks.ts';
import { PostingLog } from './posting-log.ts';
import { SHORT_FIELDS } from './schema.ts';
import { WordTable } from './word-table.ts';

/** So many entries are written as a segment, and their memory used for the next. */
const MAX_LOG_ENTRIES = 12_000_000;

/** The words of one field of the document that is being added; the next often has the same text. */
class FieldWords {
  text = '';
  readonly words = new Uint32List();
  /** The text's own words; those of measures follow. */
  ownWords = 0;

  read(text: string, table: WordTable): void {
    if (text === this.text) return;
    this.text = text;
    this.words.length = 0;
    table.read(text, this.words);
    this.ownWords = this.words.length;
    if (!table.hasDigit) return;
    for (const measure of measureWords(text)) this.words.push(table.numberOf(measure));
  }
}

/** The texts of a document by field, in the order of the bits of a posting. */
export type FieldTexts = readonly string[];

/** Writes the text of documents as segments of posting lists, inside the caller's transaction. */
export class PostingWriter {
  private readonly db: Database;
  private first: number;
  private table = new WordTable();
  private log = new PostingLog();
  private fields: FieldWords[] = [];

  /** `first` is the ordinal of the first document. */
  constructor(db: Database, first: number) {
    this.db = db;
    this.first = first;
  }

  /** Adds the next document. */
  add(texts: FieldTexts): void {
    if (this.log.length > MAX_LOG_ENTRIES) this.finish();
    for (const [field, text] of texts.entries()) {
      const own = this.fieldWords(field);
      own.read(text, this.table);
      if (field < SHORT_FIELDS.length) this.addShort(field, own.words);
      else this.addLong(own.words);
    }
    this.log.endDocument();
  }

  private fieldWords(field: number): FieldWords {
    const known = this.fields[field];
    if (known) return known;
    const fresh = new FieldWords();
    this.fields[field] = fresh;
    return fresh;
  }

  private addShort(field: number, words: Uint32List): void {
    for (let at = 0; at < words.length; at++) this.log.addShort(this.table.stemOf(words.at(at)), field, at);
  }

  private addLong(words: Uint32List): void {
    for (let at = 0; at < words.length; at++) this.log.addLong(this.table.stemOf(words.at(at)));
  }

  /** Writes what was added since the last time as a segment. */
  finish(): void {
    if (this.log.documents === 0) return;
    const sorted = this.log.sorted(this.first, this.table.size);
    new BlockWriter(this.db, this.first).writeSegment(this.table, sorted);
    this.first += this.log.documents;
    this.table = new WordTable();
    this.log = new PostingLog();
    this.fields = [];
  }
}
