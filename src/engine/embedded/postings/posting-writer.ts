import type { Database } from '../../../base/files/sqlite.ts';
import type { DocumentTexts } from '../../record/document-texts.ts';
import type { FieldWords } from '../../words/field-words.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import { BlockWriter } from './posting-blocks.ts';
import { PostingLog } from './posting-log.ts';

/** This many entries are written as a segment, and their memory used for the next. */
const MAX_LOG_ENTRIES = 8_000_000;

export class PostingWriter {
  readonly #db: Database;
  #first: number;
  readonly #log = new PostingLog();

  constructor(db: Database, first: number) {
    this.#db = db;
    this.#first = first;
  }

  /** Adds the next document; `stemOf` gives the stems of words by number. */
  add({ inOrder }: Pick<DocumentTexts, 'inOrder'>, stemOf: Uint32Array): void {
    for (let field = 0; field < inOrder.length; field++) {
      this.#log.addField(field, (inOrder[field] as FieldWords).words, stemOf);
    }
    this.#log.endDocument();
  }

  /** Whether there is so much that `finish` should be called before the next document's texts are read. */
  get isFull(): boolean {
    return this.#log.length > MAX_LOG_ENTRIES;
  }

  /** Writes what was added since the last time as a segment, with the words of the table. */
  finish(table: TermDictionary): void {
    if (this.#log.documents === 0) return;
    const sorted = this.#log.sorted(this.#first, table.size);
    new BlockWriter(this.#db, this.#first).writeSegment(table, sorted);
    this.#first += this.#log.documents;
    this.#log.clear();
  }
}
