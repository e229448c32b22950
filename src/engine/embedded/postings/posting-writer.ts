import type { Database } from '../../../sqlite.ts';
import { Uint32List } from '../columns/number-list.ts';
import { measureWords } from '../text/analysis.ts';
import { BlockWriter } from './posting-blocks.ts';
import { PostingLog } from './posting-log.ts';
import { WordTable } from './word-table.ts';

/** So many entries are written as a segment, and their memory used for the next. */
const MAX_LOG_ENTRIES = 8_000_000;

/** The words of one field of the document that is being added; the next often has the same text. */
class FieldWords {
  text = '';
  readonly words = new Uint32List();
  /** The text's own words; those of measures follow. */
  ownWords = 0;

  read(text: string, table: WordTable): this {
    if (text === this.text) return this;
    this.text = text;
    this.words.length = 0;
    table.read(text, this.words);
    this.ownWords = this.words.length;
    if (!table.hasDigit) return this;
    for (const measure of measureWords(text)) this.words.push(table.numberOf(measure));
    return this;
  }
}

/** The texts of a document by field, in the order of the bits of a posting. */
export type FieldTexts = readonly string[];

/** Writes the text of documents as segments of posting lists, inside the caller's transaction. */
export class PostingWriter {
  private readonly db: Database;
  private first: number;
  private table = new WordTable();
  private readonly log = new PostingLog();
  private fields: FieldWords[] = [];

  /** `first` is the ordinal of the first document. */
  constructor(db: Database, first: number) {
    this.db = db;
    this.first = first;
  }

  /** Adds the next document. */
  add(texts: FieldTexts): void {
    if (this.log.length > MAX_LOG_ENTRIES) this.finish();
    for (let field = 0; field < texts.length; field++) {
      const { words } = this.fieldWords(field).read(texts[field] ?? '', this.table);
      this.log.addField(field, words, this.table.stemOf);
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

  /** Writes what was added since the last time as a segment. */
  finish(): void {
    if (this.log.documents === 0) return;
    const sorted = this.log.sorted(this.first, this.table.size);
    new BlockWriter(this.db, this.first).writeSegment(this.table, sorted);
    this.first += this.log.documents;
    this.table = new WordTable();
    this.log.clear();
    this.fields = [];
  }
}
