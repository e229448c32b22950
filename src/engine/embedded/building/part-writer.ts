import { BrctlError } from '../../../base/errors.ts';
import type { Database, Statement } from '../../../base/files/sqlite.ts';
import type { SourceRecord } from '../../engine.ts';
import { type FieldCatalog, FieldSurvey } from '../../fields/field-survey.ts';
import { RecordInView } from '../../indexing/record-in-view.ts';
import type { NameSink } from '../../record/document-texts.ts';
import { ENGLISH_ONLY, getAnalyser, type LanguageSettings } from '../../text/analyser.ts';
import { hashId } from '../../text/id-hash.ts';
import type { Uint32List } from '../../values/number-list.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import { PostingWriter } from '../postings/posting-writer.ts';
import { type Part, writePart } from '../snapshot/index-file.ts';
import { nameProductColumn, nameVariantColumn } from '../snapshot/schema.ts';
import { FieldColumns, OwnColumns } from './field-columns.ts';
import type { Vocabulary } from './vocabulary.ts';

class Counts {
  readonly counted = new Map<number, number>();

  add(number: number): void {
    this.counted.set(number, (this.counted.get(number) ?? 0) + 1);
  }
}

class NameCounter {
  /** Brands and names of categories. */
  readonly names = new Counts();
  readonly keywords = new Counts();
  readonly #titleWords = new Counts();
  readonly #titles = new Counts();
  readonly #values: ValueInterner;
  readonly #vocabulary: Vocabulary;

  constructor(values: ValueInterner, vocabulary: Vocabulary) {
    this.#values = values;
    this.#vocabulary = vocabulary;
  }

  /** Counts a title, a value, and the first this many of its words, which belong to it. */
  countTitle(title: number, words: Uint32List, count: number): void {
    this.#titles.add(title);
    for (let at = 0; at < count; at++) this.#titleWords.add(words.at(at));
  }

  /** Hands the counts of words over before their numbers are forgotten. */
  segmentEnds(table: TermDictionary): void {
    for (const [word, count] of this.#titleWords.counted) this.#vocabulary.countWord(table.word(word), count);
    this.#titleWords.counted.clear();
  }

  finish(): void {
    const values = this.#values;
    const vocabulary = this.#vocabulary;
    for (const [title, count] of this.#titles.counted) vocabulary.countTitleEnds(values.textOf(title), count);
    for (const [name, count] of this.names.counted) vocabulary.countText(values.textOf(name), count);
    for (const [keywords, count] of this.keywords.counted)
      vocabulary.countKeywords(values.textOf(keywords), count);
  }
}

/** Many documents at once, as a list: a statement for each would take more than twice as long. */
const SAVE_DOCS =
  'INSERT INTO doc(ordinal, docid, id) SELECT ?1 + key, value ->> 0, value ->> 1 FROM json_each(?2)';
const MAX_DOCS = 10_000;

/**
 * Writes one part of an index file: segments of the text index while documents are added or at the end, their columns at the end.
 * Runs inside the caller's transaction.
 */
export class PartWriter {
  rows = 0;
  #variantRows = 0;
  readonly #db: Database;
  readonly #part: number;
  readonly #languages: LanguageSettings;
  readonly #first: number;
  readonly #shown: RecordInView;
  readonly #own: OwnColumns;
  readonly #products: FieldColumns;
  readonly #variants: FieldColumns;
  readonly #survey: FieldSurvey;
  readonly #names: NameCounter;
  readonly #saveDocs: Statement<never>;
  #docs: (readonly [docid: number, id: string])[] = [];
  readonly #postings: PostingWriter;

  /**
   * @param first the ordinal of the part's first document
   * @param known the fields so far
   */
  constructor(
    db: Database,
    part: number,
    first: number,
    vocabulary: Vocabulary,
    known: FieldCatalog,
    languages: LanguageSettings = ENGLISH_ONLY,
  ) {
    this.#languages = languages;
    this.#db = db;
    this.#part = part;
    this.#first = first;
    this.#saveDocs = db.prepare(SAVE_DOCS);
    const names: NameSink = {
      names: { add: (value) => this.#names.names.add(value) },
      keywords: { add: (value) => this.#names.keywords.add(value) },
      countTitle: (...title) => this.#names.countTitle(...title),
    };
    this.#shown = new RecordInView(names, () => this.#postings.texts);
    const { values } = this.#shown;
    this.#names = new NameCounter(values, vocabulary);
    this.#postings = new PostingWriter(db, first, values, (table) => this.#names.segmentEnds(table));
    this.#survey = new FieldSurvey(values, known);
    this.#own = new OwnColumns(values);
    this.#products = new FieldColumns('product', values, this.#survey);
    this.#variants = new FieldColumns('variant', values, this.#survey);
  }

  add({ docid, id, json }: SourceRecord): void {
    const shown = this.#shown;
    shown.read(json);
    this.#addDocument(null);
    for (const name of shown.views) this.#own.views.add(this.rows - 1, shown.values.numberOf(name));
    for (const view of shown.views) this.#addDocument(view);
    for (let document = 0; document <= shown.views.length; document++) this.#docs.push([docid, id]);
    if (this.#docs.length > MAX_DOCS) this.#writeDocs();
  }

  #writeDocs(): void {
    const end = this.#first + this.rows;
    this.#saveDocs.run(end - this.#docs.length, JSON.stringify(this.#docs));
    this.#docs = [];
  }

  #addDocument(view: string | null): void {
    if (this.#postings.isFull) this.#postings.finish();
    const row = this.rows++;
    this.#shown.show(view);
    this.#postings.analyser = getAnalyser(this.#languages, view);
    this.#postings.add(this.#shown.texts);
    if (view !== null) this.#own.view.add(row, this.#shown.values.numberOf(view));
    this.#addFields(row);
    this.#addOwn(row);
  }

  #addFields(row: number): void {
    const { product, variants, lists } = this.#shown.fields;
    for (const [plan, values] of product) this.#products.add(row, plan, values);
    for (const plan of lists) this.#survey.noteList(plan);
    for (const { id, fields } of variants) {
      const variant = this.#variantRows++;
      this.#own.variantIds.push(hashId(id));
      for (const [plan, values] of fields) this.#variants.add(variant, plan, values);
    }
    this.#own.variantCounts.push(variants.length);
  }

  #addOwn(row: number): void {
    const [own, shown] = [this.#own, this.#shown];
    const { title } = shown.texts;
    own.available.push(shown.isAvailable ? 1 : 0);
    own.urlHashes.push(shown.urlHash);
    own.titleWords.push(title.ownCount);
    own.otherLengths.push(shown.restLength);
    for (const entry of shown.categories.entries) own.category.add(row, entry);
    const { stores } = shown;
    for (const { lat, lon } of stores) {
      own.stores.push(lat);
      own.stores.push(lon);
    }
    own.storeCounts.push(stores.length);
  }

  /**
   * Writes the columns and the part's row: from then on the file holds its version.
   *
   * @param version what the part makes, of this many records
   * @param removed ordinals of earlier parts' documents
   * @throws BrctlError `engine.rebuild_due` if what is known of the fields does not hold for what was added
   */
  finish(version: number, records: number, removed: Uint32Array): Part {
    this.#products.tellSurvey();
    this.#variants.tellSurvey();
    if (this.#survey.outgrown !== null) throw rebuildDue(this.#survey.outgrown);
    this.#postings.finish();
    this.#names.finish();
    this.#writeDocs();
    const part = this.#part;
    const first = this.#first;
    const { rows } = this;
    const fields = this.#survey.finish();
    const columns = new ColumnRows(this.#db);
    if (rows > 0) {
      this.#own.write(columns, part, rows);
      this.#products.write(columns, nameProductColumn, part, rows, fields);
      this.#variants.write(columns, nameVariantColumn, part, this.#variantRows, fields);
    }
    const whole = { part, version, first, rows, records, removed, fields };
    writePart(this.#db, whole);
    return whole;
  }
}

export function rebuildDue(why: string): BrctlError {
  return new BrctlError('The search index cannot be updated incrementally', {
    kind: 'unexpected',
    code: 'engine.rebuild_due',
    why,
    hint: 'rebuild the index',
  });
}
