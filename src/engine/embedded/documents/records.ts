import type { Database, Statement } from '../../../files/sqlite.ts';
import { NO_ATTRIBUTES, rawRecord } from '../../documents/raw-record.ts';
import type { RecordTexts } from '../../engine.ts';
import { words } from '../../text/analysis.ts';
import type { IdLookup } from '../filters/filters.ts';
import { PostingReader } from '../postings/posting-reader.ts';
import { COLUMN, SHORT_FIELDS } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Finds documents by id and reads what the catalog keeps of them. */
export class Records {
  readonly #source: Pick<RecordTexts, 'get'>;
  readonly #byId: Statement<{ ordinal: number }>;
  readonly #postings: PostingReader;
  readonly #byOrdinal: Statement<{ id: string; docid: number }>;

  constructor(db: Database, source: Pick<RecordTexts, 'get'>) {
    this.#source = source;
    this.#byId = db.prepare('SELECT ordinal FROM doc WHERE id = ? ORDER BY ordinal');
    this.#postings = new PostingReader(db);
    this.#byOrdinal = db.prepare('SELECT id, docid FROM doc WHERE ordinal = ?');
  }

  /** Every document of the id in a version of the index: its base and its views. */
  ordinalsOf({ live }: Pick<Snapshot, 'live'>, id: string): number[] {
    const ordinals = this.#byId.all(id).map(({ ordinal }) => ordinal);
    return ordinals.filter((ordinal) => live[ordinal] === 1);
  }

  /** Finds ids in a version of the index, for filters on them. */
  lookup(snapshot: Snapshot): IdLookup {
    return {
      documents: (id) => this.ordinalsOf(snapshot, id),
      variants: (skuid) => this.#variantRows(snapshot, skuid),
    };
  }

  /** Rows of the variants with an id. The text index finds products that may have it, their records tell. */
  #variantRows(snapshot: Snapshot, skuid: string): number[] {
    const spelled = words(skuid);
    if (spelled.length === 0) return [];
    const { ids, fields } = this.#postings.read([spelled], 0, snapshot.ordinals);
    const ordinals = [...ids].filter(
      (ordinal, at) => snapshot.live[ordinal] === 1 && isOther(fields[at] ?? 0),
    );
    return this.read(ordinals).flatMap(({ json }, at) => {
      const ordinal = ordinals[at] ?? 0;
      const position = variantIds(json, viewOf(snapshot, ordinal)).indexOf(skuid);
      return position === -1 ? [] : [snapshot.variantRange(ordinal).from + position];
    });
  }

  /** Ids and JSON of documents, in the order given. */
  read(ordinals: readonly number[]): { id: string; json: string }[] {
    const rows = ordinals.map((ordinal) => this.#byOrdinal.get(ordinal) ?? { id: '', docid: -1 });
    const texts = this.#source.get(rows.map(({ docid }) => docid));
    return rows.map(({ id }, at) => ({ id, json: texts[at] ?? '{}' }));
  }
}

/** Whether a posting has a document's other attributes, where ids of variants are. */
function isOther(bits: number): boolean {
  return (bits & (1 << SHORT_FIELDS.indexOf('other'))) !== 0;
}

/** In the order of the index's rows, as `JSON.parse` lists them: ids that are whole numbers go before the others. */
export function variantIds(json: string, view: string | null): string[] {
  const { variants } = rawRecord(json, view, NO_ATTRIBUTES);
  return Object.keys(Object.fromEntries(variants.map(({ id }) => [id, true])));
}

/** The view a document was made for; null for a base document. */
export function viewOf(snapshot: Snapshot, ordinal: number): string | null {
  const column = snapshot.column(COLUMN.view);
  if (column?.kind !== 'text') return null;
  return column.dictionary[(column.values[ordinal] ?? 0) - 1] ?? null;
}
