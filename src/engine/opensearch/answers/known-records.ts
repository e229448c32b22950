import { RecentValues } from '../../recent-values.ts';
import type { IndexState } from '../cluster/index-state.ts';

/** What the texts may take together; most take half of it, as a character of theirs is one byte. */
const MAX_BYTES = 128 * 1024 * 1024;
const BYTES_OF_CHARACTER = 2;
const BYTES_OF_ENTRY = 200;

type Line = Pick<IndexState, 'index' | 'line'>;

/**
 * JSON texts of records that have been read, of all indexes that this process reads, kept while there is room. What a docid
 * stands for never changes along a line of versions: a changed record has another. The next version of the line finds here what the
 * one before has read.
 */
export class KnownRecords {
  readonly #texts: RecentValues<string>;

  constructor(maxBytes = MAX_BYTES) {
    const bytesOf = ({ length }: string) => length * BYTES_OF_CHARACTER + BYTES_OF_ENTRY;
    this.#texts = new RecentValues(Number.POSITIVE_INFINITY, { bytes: maxBytes, bytesOf });
  }

  /** The text of a record of a version; undefined where it has to be read. */
  find(state: Line, docid: number): string | undefined {
    return this.#texts.find(keyOf(state, docid));
  }

  keep(state: Line, docid: number, text: string): void {
    this.#texts.keep(keyOf(state, docid), text);
  }
}

function keyOf({ index, line = '' }: Line, docid: number): string {
  return `${index} ${line} ${docid}`;
}
