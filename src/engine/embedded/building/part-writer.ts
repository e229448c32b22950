import type { Database } from '../../../sqlite.ts';
import type { CategoryNode } from '../../category-paths.ts';
import type { SearchDocument } from '../../document.ts';
import { writeCategory } from '../columns/category-entry.ts';
import type { Column } from '../columns/column.ts';
import { ColumnBuilder, type FieldType } from '../columns/column-builder.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import { Float64List, Uint32List } from '../columns/number-list.ts';
import { PostingWriter } from '../postings/posting-writer.ts';
import { COLUMN, productColumn, variantColumn } from '../snapshot/schema.ts';
import { addressHash } from '../text/address.ts';
import { words, wordsHash } from '../text/analysis.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The engine's own columns of a part while it is written. */
class OwnColumns {
  readonly docids = new Float64List();
  readonly available = new Uint32List();
  readonly titleHashes = new Uint32List();
  readonly titleWords = new Uint32List();
  readonly otherLengths = new Uint32List();
  readonly urlHashes = new Uint32List();
  readonly variantEnds = new Uint32List();
  readonly view = new ColumnBuilder();
  readonly views = new ColumnBuilder();
  readonly category = new ColumnBuilder();
  readonly storeEnds = new Uint32List();
  readonly stores = new Float64List();
}

/**
 * Writes one part of an index file: segments of the text index while documents are added or at the end, their columns at the end.
 * Runs inside the caller's transaction.
 */
export class PartWriter {
  rows = 0;
  private variantRows = 0;
  private readonly own = new OwnColumns();
  private readonly productFields = new Map<string, ColumnBuilder>();
  private readonly variantFields = new Map<string, ColumnBuilder>();
  private readonly categoryEntries = new Map<CategoryNode, string>();
  private readonly lists = new Set<string>();
  private readonly postings: PostingWriter;
  private readonly db: Database;
  private readonly part: number;
  private readonly first: number;
  private readonly vocabulary: Vocabulary;

  /** `first` is the ordinal of the part's first document. */
  constructor(db: Database, part: number, first: number, vocabulary: Vocabulary) {
    this.db = db;
    this.part = part;
    this.first = first;
    this.vocabulary = vocabulary;
    this.postings = new PostingWriter(db, first);
  }

  /** Adds a search document. `views` names the views that have a document of their own, for a base document. */
  add(docid: number, view: string | null, views: readonly string[], document: SearchDocument): void {
    const row = this.rows++;
    this.addText(document);
    this.addOwn(row, docid, view, views, document);
    for (const [name, values] of document.fields) builder(this.productFields, name).add(row, values);
    for (const name of document.lists) this.lists.add(name);
    for (const { fields } of document.variants) {
      const variantRow = this.variantRows++;
      for (const [name, values] of fields) builder(this.variantFields, name).add(variantRow, values);
    }
    this.own.variantEnds.push(this.variantRows);
  }

  private addText(document: SearchDocument): void {
    const { title, brand, categories, keywords, other, description } = document.text;
    this.postings.add([title, brand, categories, keywords, other, description]);
    const titleWords = words(title);
    this.vocabulary.count(document, titleWords, 1);
    this.own.titleHashes.push(wordsHash(titleWords));
    this.own.titleWords.push(titleWords.length);
    const otherTexts = brand.length + categories.length + keywords.length + other.length + description.length;
    this.own.otherLengths.push(otherTexts);
  }

  private addOwn(
    row: number,
    docid: number,
    view: string | null,
    views: readonly string[],
    document: SearchDocument,
  ): void {
    const { own } = this;
    own.docids.push(docid);
    own.available.push(document.available ? 1 : 0);
    own.urlHashes.push(addressHash(document.url));
    if (view !== null) own.view.add(row, [view]);
    own.views.add(row, views);
    own.category.add(
      row,
      document.categories.map((node) => this.categoryEntry(node)),
    );
    for (const { lat, lon } of document.stores) {
      own.stores.push(lat);
      own.stores.push(lon);
    }
    own.storeEnds.push(own.stores.length);
  }

  /** The records of a catalog share few nodes; the same text is the faster to find, too. */
  private categoryEntry(node: CategoryNode): string {
    let entry = this.categoryEntries.get(node);
    if (entry === undefined) {
      entry = writeCategory(node);
      this.categoryEntries.set(node, entry);
    }
    return entry;
  }

  /** Writes the columns, the part's row and what was learnt about the fields; `removed` are ordinals of earlier parts. */
  finish(removed: Uint32Array): void {
    this.postings.finish();
    this.db
      .prepare('INSERT INTO part(part, first, rows, removed) VALUES (?, ?, ?, ?)')
      .run(this.part, this.first, this.rows, new Uint8Array(removed.slice().buffer));
    const columns = new ColumnRows(this.db);
    if (this.rows === 0) return;
    this.writeOwn(columns);
    this.writeFields(columns, this.productFields, productColumn, this.rows);
    this.writeFields(columns, this.variantFields, variantColumn, this.variantRows);
  }

  private writeOwn(columns: ColumnRows): void {
    const { own, part, rows } = this;
    const integers: readonly [string, Uint32Array][] = [
      [COLUMN.available, own.available.view()],
      [COLUMN.titleHash, own.titleHashes.view()],
      [COLUMN.urlHash, own.urlHashes.view()],
      [COLUMN.titleWords, own.titleWords.view()],
      [COLUMN.otherLength, own.otherLengths.view()],
      [COLUMN.variantEnds, own.variantEnds.view()],
    ];
    for (const [name, values] of integers) columns.write(name, part, { kind: 'integer', values });
    const number = (values: Float64Array): Column => ({ kind: 'number', ends: null, values });
    columns.write(COLUMN.docid, part, number(own.docids.view()));
    columns.write(COLUMN.view, part, own.view.finish(rows, 'text'));
    columns.write(COLUMN.views, part, own.views.finish(rows, 'text'));
    columns.write(COLUMN.category, part, own.category.finish(rows, 'text'));
    const stores: Column = { kind: 'number', ends: own.storeEnds.view(), values: own.stores.view() };
    columns.write(COLUMN.stores, part, stores);
  }

  private writeFields(
    columns: ColumnRows,
    fields: ReadonlyMap<string, ColumnBuilder>,
    columnName: (field: string) => string,
    rows: number,
  ): void {
    const known = this.db.prepare<{ type: FieldType }>('SELECT type FROM field WHERE name = ?');
    const save = this.db.prepare(`INSERT INTO field VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      list = max(list, excluded.list), filled = filled + excluded.filled`);
    for (const [field, values] of fields) {
      const name = columnName(field);
      const type = known.get(name)?.type ?? fieldType(name, values);
      const list = fields === this.productFields && this.lists.has(field);
      save.run(name, type, list ? 1 : 0, values.filled, values.distinct);
      columns.write(name, this.part, values.finish(rows, type));
    }
  }
}

function builder(fields: Map<string, ColumnBuilder>, name: string): ColumnBuilder {
  let own = fields.get(name);
  if (own === undefined) {
    own = new ColumnBuilder();
    fields.set(name, own);
  }
  return own;
}

/** Prices are numbers whatever the feed says (doc: public-facts B4); other fields are what their values are. */
const ALWAYS_NUMBERS = new Set(
  ['price', 'sale_price'].flatMap((name) => [productColumn(name), variantColumn(name)]),
);

function fieldType(name: string, builder: ColumnBuilder): FieldType {
  return ALWAYS_NUMBERS.has(name) ? 'number' : builder.type();
}
