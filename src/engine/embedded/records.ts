import type { Database, Statement } from '../../sqlite.ts';
import type { RecordSource } from '../engine.ts';
import { COLUMN } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

/** Finds documents by id and reads what the catalog keeps of them. */
export class Records {
  private readonly source: Pick<RecordSource, 'get'>;
  private readonly byId: Statement<{ ordinal: number }>;
  private readonly byOrdinal: Statement<{ id: string; docid: number }>;

  constructor(db: Database, source: Pick<RecordSource, 'get'>) {
    this.source = source;
    this.byId = db.prepare('SELECT ordinal FROM doc WHERE id = ? ORDER BY ordinal');
    this.byOrdinal = db.prepare('SELECT id, docid FROM doc WHERE ordinal = ?');
  }

  /** Every document of the id: its base and its views. */
  ordinalsOf(id: string): number[] {
    return this.byId.all(id).map(({ ordinal }) => ordinal);
  }

  idOf(ordinal: number): string {
    return this.byOrdinal.get(ordinal)?.id ?? '';
  }

  /** Ids and JSON of documents, in the order given. */
  read(ordinals: readonly number[]): { id: string; json: string }[] {
    const rows = ordinals.map((ordinal) => this.byOrdinal.get(ordinal) ?? { id: '', docid: -1 });
    const texts = this.source.get(rows.map(({ docid }) => docid));
    return rows.map(({ id }, at) => ({ id, json: texts[at] ?? '{}' }));
  }
}

/** The view a document was made for; null for a base document. */
export function viewOf(snapshot: Snapshot, ordinal: number): string | null {
  const column = snapshot.column(COLUMN.view);
  if (column?.kind !== 'text') return null;
  return column.dictionary[(column.values[ordinal] ?? 0) - 1] ?? null;
}
