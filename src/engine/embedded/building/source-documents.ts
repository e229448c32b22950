import type { DocumentMaker, SearchDocument } from '../../document.ts';
import type { CatalogRecord } from '../../effective-record.ts';
import type { SourceRecord } from '../../engine.ts';

/** A search document of a record. */
export interface RecordDocument {
  /** Null for the base document. */
  view: string | null;
  /** On a base document: the views that have one of their own. */
  views: readonly string[];
  document: SearchDocument;
}

/** A record's search documents: its base, then one for each of its views. A run has one `maker` for its records. */
export function* recordDocuments(
  source: Pick<SourceRecord, 'json'>,
  maker: DocumentMaker,
): Generator<RecordDocument> {
  const record = JSON.parse(source.json) as CatalogRecord;
  const views = record.views ? Object.keys(record.views) : [];
  yield { view: null, views, document: maker.make(record, null) };
  for (const view of views) yield { view, views: [], document: maker.make(record, view) };
}
