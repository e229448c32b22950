import { Uint32List } from '../values/number-list.ts';

/** The words of one field of the document that is being added: those of its texts, then those of the measures in them. */
export class FieldWords {
  readonly words = new Uint32List();
  readonly measures = new Uint32List();
  /** How many of the words are the texts' own. */
  ownCount = 0;
  /** Characters of the texts, and of the gaps between them. */
  length = 0;
  #texts = 0;

  clear(): void {
    this.words.length = 0;
    this.measures.length = 0;
    this.ownCount = 0;
    this.length = 0;
    this.#texts = 0;
  }

  /** Counts a text, and the gap between it and the one before. */
  countText(length: number, gap: number): void {
    this.length += length + (this.#texts++ === 0 ? 0 : gap);
  }

  /** Moves the words behind the first `count` to another field. */
  moveRest(count: number, to: FieldWords): void {
    if (this.words.length <= count) return;
    to.words.append(this.words.view().subarray(count));
    this.words.length = count;
  }

  /** To be called when all texts are there. */
  settle(): void {
    this.ownCount = this.words.length;
    for (let at = 0; at < this.measures.length; at++) this.words.push(this.measures.at(at));
  }
}

/** The fields in which words are searched, the description last: it is long, the others are short. */
export const SEARCHED_FIELDS = ['title', 'brand', 'categories', 'keywords', 'other', 'description'] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];
