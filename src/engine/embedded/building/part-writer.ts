import { BrctlError } from '../../../base/errors.ts';
import type { Database, Statement } from '../../../base/files/sqlite.ts';
import type { SourceRecord } from '../../engine.ts';
import { type FieldCatalog, FieldSurvey } from '../../fields/field-survey.ts';
import { RecordInView } from '../../indexing/record-in-view.ts';
import { ENGLISH_ONLY, getAnalyser, type LanguageSettings } from '../../text/analyser.ts';
import { hashId } from '../../text/id-hash.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import { PostingLog } from '../postings/posting-log.ts';
import { type Part, writePart } from '../snapshot/index-file.ts';
import { nameProductColumn, nameVariantColumn } from '../snapshot/schema.ts';
import { FieldColumns, OwnColumns } from './field-columns.ts';
import { NameCounter } from './name-counter.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  readonly #shown = new RecordInView();
  readonly #own: OwnColumns;
  readonly #products: FieldColumns;
  readonly #variants: FieldColumns;
  readonly #survey: FieldSurvey;
  readonly #names: NameCounter;
  readonly #saveDocs: Statement<never>;
  #docs: (readonly [docid: number, id: string])[] = [];
  readonly #postings: PostingLog;

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
    const { values } = this.#shown;
    this.#names = new NameCounter(values, vocabulary);
    this.#postings = new PostingLog(db, first);
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
    if (this.#postings.isFull) this.#endSegment();
    const row = this.rows++;
    const { texts, words } = this.#shown;
    this.#shown.show(view);
    this.#postings.add(texts, words.table.stemsBy(getAnalyser(this.#languages, view)));
    this.#names.count(texts, 1);
    if (view !== null) this.#own.view.add(row, this.#shown.values.numberOf(view));
    this.#addFields(row);
    this.#addOwn(row);
  }

  #endSegment(): void {
    const { table } = this.#shown.words;
    this.#postings.writeSegment(table);
    this.#names.endSegment(table);
    this.#shown.forgetWords();
  }

  #addFields(row: number): void {
    const { product, variants, lists } = this.#shown.fields;
    for (const { plan, values } of product) this.#products.add(row, plan, values);
    for (const plan of lists) this.#survey.noteList(plan);
    for (const { id, fields } of variants) {
      const variant = this.#variantRows++;
      this.#own.variantIds.push(hashId(id));
      for (const { plan, values } of fields) this.#variants.add(variant, plan, values);
    }
    this.#own.variantCounts.push(variants.length);
  }

  #addOwn(row: number): void {
    const [own, shown] = [this.#own, this.#shown];
    const { title } = shown.texts;
    own.available.push(shown.isAvailable ? 1 : 0);
    own.urlHashes.push(shown.urlHash);
    own.titleWords.push(title.ownCount);
    own.otherLengths.push(shown.texts.restLength);
    for (const { entryValue } of shown.categories) own.category.add(row, entryValue);
    const { stores } = shown;
    for (const { lat, lon } of stores) own.stores.push(lat, lon);
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
    this.#endSegment();
    this.#names.finish();
    this.#writeDocs();
    const part = this.#part;
    const { rows } = this;
    const fields = this.#survey.finish();
    const columns = new ColumnRows(this.#db);
    if (rows > 0) {
      this.#own.write(columns, part, rows);
      this.#products.write(columns, nameProductColumn, part, rows, fields);
      this.#variants.write(columns, nameVariantColumn, part, this.#variantRows, fields);
    }
    const whole = { part, version, first: this.#first, rows, records, removed, fields };
    writePart(this.#db, whole);
    return whole;
  }
}

export function rebuildDue(why: string): BrctlError {
  return new BrctlError('the search index cannot be updated incrementally', {
    kind: 'unexpected',
    code: 'engine.rebuild_due',
    why,
    hint: 'rebuild the index',
  });
}
