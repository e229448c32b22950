import type { Database } from '../../../base/files/sqlite.ts';
import { type Analyser, ENGLISH_ANALYSER } from '../../text/analyser.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import type { DocumentWords, FieldWords } from '../../words/document-words.ts';
import { TextReader } from '../../words/text-reader.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import { BlockWriter } from './posting-blocks.ts';
import { PostingLog } from './posting-log.ts';

/** This many entries are written as a segment, and their memory used for the next. */
const MAX_LOG_ENTRIES = 8_000_000;

/** Is shown the words of a segment before they are forgotten. */
type SegmentEnds = (table: TermDictionary) => void;

export class PostingWriter {
  /** Reads the texts of the document that is being added; another one for each segment. */
  texts: TextReader;
  analyser: Analyser = ENGLISH_ANALYSER;
  readonly #db: Database;
  #first: number;
  readonly #values: ValueInterner;
  readonly #segmentEnds: SegmentEnds;
  readonly #log = new PostingLog();

  constructor(db: Database, first: number, values: ValueInterner, segmentEnds: SegmentEnds) {
    this.#db = db;
    this.#first = first;
    this.#values = values;
    this.#segmentEnds = segmentEnds;
    this.texts = new TextReader(values);
  }

  /** Adds the next document, whose words `texts` has read. */
  add({ inOrder }: DocumentWords): void {
    const stemOf = this.texts.table.stemsBy(this.analyser);
    for (let field = 0; field < inOrder.length; field++) {
      this.#log.addField(field, (inOrder[field] as FieldWords).words, stemOf);
    }
    this.#log.endDocument();
  }

  /** Whether there is so much that `finish` should be called before the next document's texts are read. */
  get isFull(): boolean {
    return this.#log.length > MAX_LOG_ENTRIES;
  }

  /** Writes what was added since the last time as a segment. */
  finish(): void {
    if (this.#log.documents === 0) return;
    const { table } = this.texts;
    const sorted = this.#log.sorted(this.#first, table.size);
    new BlockWriter(this.#db, this.#first).writeSegment(table, sorted);
    this.#segmentEnds(table);
    this.#first += this.#log.documents;
    this.texts = new TextReader(this.#values);
    this.#log.clear();
  }
}
