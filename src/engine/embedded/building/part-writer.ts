import type { Database } from '../../../base/files/sqlite.ts';
import type { SourceRecord } from '../../engine.ts';
import { type FieldCatalog, FieldSurvey } from '../../fields/field-survey.ts';
import { type CategoryList, CategoryLists } from '../../record/category-lists.ts';
import { DocumentFields } from '../../record/document-fields.ts';
import { DocumentTexts } from '../../record/document-texts.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import { KIND } from '../../record/json-nodes.ts';
import { RecordReader, type ViewNodes } from '../../record/record-reader.ts';
import { RoleNodes } from '../../record/role-nodes.ts';
import { RollUps } from '../../record/roll-ups.ts';
import type { FieldEntries } from '../../record/value-list.ts';
import { storePlaces } from '../../store-places.ts';
import { addressHashOf } from '../../text/address.ts';
import { analyserOfView, ENGLISH_ONLY, type LanguageSettings } from '../../text/analyser.ts';
import { idHash } from '../../text/id-hash.ts';
import { ValueInterner } from '../../values/value-table.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import { PostingWriter } from '../postings/posting-writer.ts';
import { type Part, writePart } from '../snapshot/index-file.ts';
import { productColumn, variantColumn } from '../snapshot/schema.ts';
import { DocRows } from './doc-rows.ts';
import { FieldColumns, OwnColumns } from './field-columns.ts';
import { NameCounter } from './name-counter.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  readonly #values = new ValueInterner();
  readonly #reader = new RecordReader();
  readonly #roles = new RoleNodes();
  readonly #fields = new DocumentFields(this.#reader, this.#values);
  readonly #rollUps = new RollUps(this.#reader.plans);
  readonly #categories = new CategoryLists(this.#values);
  readonly #own = new OwnColumns(this.#values);
  readonly #products = new FieldColumns('product', this.#values);
  readonly #variants = new FieldColumns('variant', this.#values);
  readonly #survey: FieldSurvey;
  readonly #names: NameCounter;
  readonly #docs: DocRows;
  readonly #postings: PostingWriter;
  readonly #texts: DocumentTexts;

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
    this.#survey = new FieldSurvey(this.#values, known);
    this.#db = db;
    this.#part = part;
    this.#first = first;
    this.#docs = new DocRows(db, first);
    this.#names = new NameCounter(this.#values, vocabulary);
    this.#postings = new PostingWriter(db, first, this.#values, (table) => this.#names.segmentEnds(table));
    this.#texts = new DocumentTexts(this.#reader, this.#values, this.#postings, this.#names);
  }

  /** Adds the search documents of a record: its base, and one for each of its views. */
  add({ docid, id, json }: SourceRecord): void {
    const reader = this.#reader;
    reader.read(json);
    this.#texts.forget();
    this.#addDocument(null);
    for (const { name } of reader.views)
      this.#own.views.addValue(this.rows - 1, this.#values.numberOfText(name));
    for (const view of reader.views) this.#addDocument(view);
    for (let document = 0; document <= reader.views.length; document++) this.#docs.add(docid, id);
  }

  #addDocument(view: ViewNodes | null): void {
    if (this.#postings.isFull) {
      this.#postings.finish();
      this.#texts.forget();
    }
    const reader = this.#reader;
    const roles = this.#roles;
    const fields = this.#fields;
    reader.show(view);
    roles.read(reader.nodes, reader.attributes);
    fields.read();
    this.#rollUps.read(fields);
    const categories = this.#categories.of(reader.nodes, roles.of('category_paths'), roles.of('category'));
    this.#postings.analyser = analyserOfView(this.#languages, view?.name ?? null);
    const row = this.rows++;
    this.#addFields(row);
    this.#addVariants();
    this.#texts.add(roles, fields, categories);
    if (view !== null) this.#own.view.addValue(row, this.#values.numberOfText(view.name));
    this.#addOwn(row, categories);
  }

  #addFields(row: number): void {
    const fields = this.#fields;
    const products = this.#products;
    const reader = this.#reader;
    const { own, union } = fields;
    for (let entry = 0; entry < own.length; entry++) {
      if (!(own.plans[entry] as FieldPlan).isRollUp) this.#addField(products, row, own, entry);
    }
    for (let entry = 0; entry < union.length; entry++) {
      const plan = union.plans[entry] as FieldPlan;
      if (!plan.isRollUp && !fields.hasOwn(plan)) this.#addField(products, row, union, entry);
    }
    const lists = this.#rollUps.entries;
    for (let entry = 0; entry < lists.length; entry++) this.#addField(products, row, lists, entry);
    const { attributes, nodes } = reader;
    for (let at = 0; at < attributes.length; at++) {
      if (nodes.kinds[attributes.nodes[at] ?? 0] === KIND.array)
        this.#survey.noteList(attributes.plans[at] as FieldPlan);
    }
  }

  #addField(columns: FieldColumns, row: number, entries: FieldEntries, entry: number): void {
    const { values } = this.#fields;
    const plan = entries.plans[entry] as FieldPlan;
    const [from = 0, to = 0] = [entries.from[entry], entries.to[entry]];
    if (this.#survey.add(columns.on, plan, values, from, to)) columns.add(row, values, entries, entry);
  }

  #addVariants(): void {
    const { ofVariants, variantEnds, variantIds, variantCount } = this.#fields;
    const { units, starts, ends } = this.#reader.nodes;
    let entry = 0;
    for (let variant = 0; variant < variantCount; variant++) {
      const row = this.#variantRows++;
      const id = variantIds[variant] ?? 0;
      this.#own.variantIds.push(idHash(units, starts[id], ends[id]));
      const end = variantEnds[variant] ?? 0;
      for (; entry < end; entry++) this.#addField(this.#variants, row, ofVariants, entry);
    }
    this.#own.variantEnds.push(this.#variantRows);
  }

  #addOwn(row: number, { entries }: CategoryList): void {
    const own = this.#own;
    const texts = this.#texts;
    const roles = this.#roles;
    const reader = this.#reader;
    const { title, brand, categories, keywords, other, description } = texts.words;
    own.available.push(this.#isAvailable() ? 1 : 0);
    own.urlHashes.push(this.#urlHash());
    own.titleHashes.push(this.#postings.texts.table.hashOfWords(title.words, title.ownCount));
    own.titleWords.push(title.ownCount);
    own.otherLengths.push(
      brand.length + categories.length + keywords.length + other.length + description.length,
    );
    for (const entry of entries) own.category.addValue(row, entry);
    const stores = roles.of('store_location');
    for (const { lat, lon } of stores === 0 ? [] : storePlaces(reader.nodes.value(stores))) {
      own.stores.push(lat);
      own.stores.push(lon);
    }
    own.storeEnds.push(own.stores.length);
  }

  #isAvailable(): boolean {
    const { nodes } = this.#reader;
    const node = this.#roles.of('availability');
    if (node === 0) return true;
    return nodes.kinds[node] === KIND.string
      ? !nodes.isText(node, 'false')
      : nodes.kinds[node] !== KIND.false;
  }

  #urlHash(): number {
    const { nodes } = this.#reader;
    const node = this.#roles.of('url');
    const start = node === 0 ? -1 : nodes.textStart(node);
    if (start === -1) return 0;
    const end = nodes.textEnd(node);
    return addressHashOf(nodes.units, start, end);
  }

  /** Why what is known of the fields does not hold for what was added. */
  get outgrown(): string | null {
    return this.#survey.outgrown;
  }

  /**
   * Writes the columns and the part's row: from then on the file holds its version.
   *
   * @param version what the part makes, of this many records
   * @param removed ordinals of earlier parts' documents
   */
  finish(version: number, records: number, removed: Uint32Array): Part {
    this.#postings.finish();
    this.#names.finish();
    this.#docs.finish();
    const part = this.#part;
    const first = this.#first;
    const { rows } = this;
    const fields = this.#survey.finish();
    const columns = new ColumnRows(this.#db);
    if (rows > 0) {
      this.#own.write(columns, part, rows);
      this.#products.write(columns, productColumn, part, rows, fields);
      this.#variants.write(columns, variantColumn, part, this.#variantRows, fields);
    }
    const whole = { part, version, first, rows, records, removed, fields };
    writePart(this.#db, whole);
    return whole;
  }
}
