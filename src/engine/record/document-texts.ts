import type { Uint32List } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { DocumentWords, type FieldWords } from '../words/document-words.ts';
import type { WordReader } from '../words/text-reader.ts';
import type { CategoryList } from './category-lists.ts';
import type { DocumentFields } from './document-fields.ts';
import { KIND } from './json-nodes.ts';
import { RemainingTextReader } from './other-texts.ts';
import type { RecordReader } from './record-reader.ts';
import type { RoleNodes } from './role-nodes.ts';

/** Characters between the texts of a list, and between two of a field; lengths of fields count them. */
const LIST_GAP = ', '.length;
const TEXT_GAP = ' . '.length;

/** Takes the words of documents; another reader of texts may take the place of the first between two of them. */
export interface WordSink {
  readonly texts: WordReader;
  add(words: DocumentWords): void;
}

/** Is told the names of documents, as numbers of values. */
export interface NameSink {
  /** Brands and names of categories. */
  readonly names: { add(value: number): void };
  readonly keywords: { add(value: number): void };
  /** A title, a value, and its words, of which the first this many are its own. */
  countTitle(title: number, words: Uint32List, count: number): void;
}

/** Reads the texts of documents into words, and tells their names. */
export class DocumentTexts {
  readonly words = new DocumentWords();
  readonly #reader: RecordReader;
  readonly #values: ValueInterner;
  readonly #postings: WordSink;
  readonly #counter: NameSink;
  readonly #other: RemainingTextReader;
  /** Where the description stands that was read last: a record's views mostly share it. */
  #description = 0;

  constructor(reader: RecordReader, values: ValueInterner, postings: WordSink, counter: NameSink) {
    this.#reader = reader;
    this.#values = values;
    this.#postings = postings;
    this.#counter = counter;
    this.#other = new RemainingTextReader(values);
  }

  /** To be called with each new record, and when the words of texts got new numbers. */
  forget(): void {
    this.#description = 0;
  }

  /** Adds the texts of the document that is shown. */
  add(roles: RoleNodes, fields: DocumentFields, categories: CategoryList): void {
    const counter = this.#counter;
    const { words } = this;
    this.#addTitle(roles);
    this.#addBrand(roles.of('brand'));
    this.#addCategories(categories);
    words.keywords.clear();
    this.#addKeywords(roles.of('keywords'));
    this.#addKeywords(roles.of('tags'));
    words.keywords.settle();
    this.#other.read(fields, this.#reader.nodes, words.other, this.#postings.texts);
    this.#addDescription(roles.of('description'));
    for (const name of categories.names) counter.names.add(name);
    this.#postings.add(words);
  }

  #addTitle(roles: RoleNodes): void {
    const { title } = this.words;
    title.clear();
    const value = this.#valueOf(roles.ofFirst('title', 'item_title'));
    if (value !== 0) this.#addValue(title, value, 0);
    title.settle();
    if (value !== 0) this.#counter.countTitle(value, title.words, title.ownCount);
  }

  #addBrand(node: number): void {
    const { brand } = this.words;
    brand.clear();
    let count = 0;
    let last = 0;
    this.#eachText(node, (value) => {
      this.#addValue(brand, value, LIST_GAP);
      last = value;
      count++;
    });
    brand.settle();
    if (count === 1) this.#counter.names.add(last);
    else if (count > 1) this.#counter.names.add(this.#values.numberOfText(this.#joined(node)));
  }

  #joined(node: number): string {
    const texts: string[] = [];
    this.#eachText(node, (value) => texts.push(this.#values.textOf(value)));
    return texts.join(', ');
  }

  #addCategories({ distinctNames }: CategoryList): void {
    const { categories } = this.words;
    categories.clear();
    for (const name of distinctNames) this.#addValue(categories, name, TEXT_GAP);
    categories.settle();
  }

  #addKeywords(node: number): void {
    const { keywords } = this.words;
    let gap = TEXT_GAP;
    this.#eachText(node, (value) => {
      this.#addValue(keywords, value, gap);
      gap = LIST_GAP;
      this.#counter.keywords.add(value);
    });
  }

  /** Most text is in descriptions, and most of it comes once. */
  #addDescription(node: number): void {
    const { description } = this.words;
    if (node !== 0 && node === this.#description) return;
    this.#description = node;
    description.clear();
    const { nodes } = this.#reader;
    const start = node === 0 ? -1 : nodes.textStart(node);
    if (start !== -1) {
      const end = nodes.textEnd(node);
      description.countText(end - start, 0);
      this.#postings.texts.addText(description, nodes.units, start, end);
    }
    description.settle();
  }

  #addValue(field: FieldWords, value: number, gap: number): void {
    field.countText(this.#values.lengthOf(value), gap);
    this.#postings.texts.addValue(field, value);
  }

  /** Calls `visit` with each text that a value is or, of a list, has. */
  #eachText(node: number, visit: (value: number) => void): void {
    const { kinds, nexts } = this.#reader.nodes;
    if (node === 0) return;
    const isList = kinds[node] === KIND.array;
    const end = isList ? (nexts[node] ?? 0) : node + 1;
    for (let each = isList ? node + 1 : node; each < end; each = nexts[each] ?? end) {
      const value = this.#valueOf(each);
      if (value !== 0) visit(value);
      if (!isList) return;
    }
  }

  /** The number of a text, or of a number as a text; 0 for anything else and the empty text. */
  #valueOf(node: number): number {
    const { nodes } = this.#reader;
    const start = node === 0 ? -1 : nodes.textStart(node);
    if (start === -1) return 0;
    const end = nodes.textEnd(node);
    return end === start ? 0 : this.#values.numberOf(nodes.units, start, end);
  }
}
