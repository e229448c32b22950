import { EVERYTHING } from '../../../engine/complete-engine.ts';
import { detectLanguage } from '../../../engine/text/detect-language.ts';
import type { CatalogSearch } from './catalog-search.ts';

/** Products whose texts are looked at. */
const SAMPLE = 200;
const FIELDS = ['title', 'item_title', 'description'];

/** The language of a view's texts, as they seem to be written; null where none stands out. */
export async function languageOfTexts(
  search: CatalogSearch,
  catalog: string,
  viewId: string | null,
): Promise<string | null> {
  const { hits } = await search.search(catalog, { ...EVERYTHING, viewId, rows: SAMPLE, fields: FIELDS });
  return detectLanguage(hits.flatMap(({ json }) => Object.values(JSON.parse(json)).map(String)));
}
