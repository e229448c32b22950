import type { Database, Statement } from '../../sqlite.ts';
import type { SearchEngine, SearchSettings, Suggestions } from '../engine.ts';
import { fold, words } from './analysis.ts';
import { readCategory } from './category-entry.ts';
import { countCodes } from './facets.ts';
import { columnField } from './fields.ts';
import { hitDocument } from './hit-document.ts';
import { type Records, viewOf } from './records.ts';
import type { Snapshot } from './snapshot.ts';
import { visibleDocuments } from './visibility.ts';

export type SuggestRequest = Parameters<SearchEngine['suggest']>[1];

const ATTRIBUTE_FIELDS = ['brand', 'category'];
const LAST_CHARACTER = '\u{10ffff}';
/** Products looked at for each one that is wanted, as some are not visible. */
const PRODUCTS_READ_FACTOR = 20;

/** Completes what a shopper is typing: phrases of the catalog, products by title, brands and categories. */
export class Suggester {
  private readonly phrases: Statement<{ display: string }>;
  private readonly titles: Statement<{ ordinal: number }>;

  constructor(db: Database) {
    this.phrases = db.prepare(`SELECT display FROM phrase WHERE folded >= ? AND folded < ? AND frequency > 0
      ORDER BY frequency DESC, folded LIMIT ?`);
    this.titles = db.prepare(`SELECT rowid - 1 AS ordinal FROM fts WHERE fts MATCH ? ORDER BY rowid LIMIT ?`);
  }

  suggest(
    { snapshot, records, settings }: { snapshot: Snapshot; records: Records; settings: SearchSettings },
    request: SuggestRequest,
  ): Suggestions {
    const prefix = words(request.prefix).join(' ');
    if (prefix === '') return { queries: [], products: [], attributes: [] };
    const visible = visibleDocuments(snapshot, {
      viewId: request.viewId,
      includeUnavailable: settings.searchUnavailable,
      showOutsideView: settings.showProductsOutsideView,
    });
    return {
      queries: this.queries(prefix, request.queries),
      products: this.products(prefix, request, visible, { snapshot, records, settings }),
      attributes: attributes(snapshot, prefix, request.attributes, visible),
    };
  }

  private queries(prefix: string, limit: number): Suggestions['queries'] {
    const found = this.phrases.all(prefix, prefix + LAST_CHARACTER, limit);
    return found.map(({ display }) => ({ query: display, displayText: display }));
  }

  private products(
    prefix: string,
    request: SuggestRequest,
    visible: Uint8Array,
    { snapshot, records, settings }: { snapshot: Snapshot; records: Records; settings: SearchSettings },
  ): Suggestions['products'] {
    if (request.products <= 0) return [];
    const match = `title : (${prefix
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' AND ')} *)`;
    const ordinals = this.titles
      .all(match, request.products * PRODUCTS_READ_FACTOR)
      .map(({ ordinal }) => ordinal)
      .filter((ordinal) => visible[ordinal] === 1)
      .slice(0, request.products);
    const idField = settings.family === 'items' ? 'item_id' : 'pid';
    return records.read(ordinals).map(({ id, json }, at) => ({
      id,
      json: hitDocument(json, request.fields, {
        id,
        idField,
        view: viewOf(snapshot, ordinals[at] ?? 0),
        distance: undefined,
        isList: () => false,
        withVariants: false,
        firstVariant: 0,
      }),
    }));
  }
}

/** Brands and categories that begin with what was typed, or have a word that does; the most frequent first. */
function attributes(
  snapshot: Snapshot,
  prefix: string,
  limit: number,
  visible: Uint8Array,
): Suggestions['attributes'] {
  const ids = Uint32Array.from(visible.keys()).filter((ordinal) => visible[ordinal] === 1);
  const found = ATTRIBUTE_FIELDS.flatMap((name) => {
    const resolved = columnField(snapshot, name);
    if (resolved?.column?.kind !== 'text') return [];
    const counts = countCodes(resolved.column, ids);
    return resolved.column.dictionary.map((entry, at) => ({
      name,
      value: resolved.kind === 'category' ? readCategory(entry).name : entry,
      count: counts[at + 1] ?? 0,
    }));
  });
  const begins = (text: string) => ` ${fold(text)}`.includes(` ${prefix}`);
  const offered = found
    .filter(({ value, count }) => count > 0 && begins(value))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .map(({ name, value }) => ({ name, value }));
  // One category may stand at several places of the tree under the same name.
  return [...new Map(offered.map((offer) => [JSON.stringify(offer), offer])).values()].slice(0, limit);
}
