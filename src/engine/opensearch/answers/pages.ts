import { readCategory } from '../../category-paths.ts';
import { findCategoryByUrl, toProductPage } from '../../documents/product-page.ts';
import type { RecordOfId } from '../../engine.ts';
import { hashAddress, toAddressKey } from '../../text/address.ts';
import { type Clause, excludeNotLive } from '../documents/live-documents.ts';
import { buildValuesBody, type OpenVersion, RECORD_STORED, readRecord, readValues } from './open-version.ts';

/** Products that may share the hash of an address. */
const MAX_SAME_ADDRESS = 100;
const MAX_CATEGORIES = 30_000;

/** The product whose `url` attribute is the address of the same page; the first by id when several have it. */
export async function findProductByUrl(version: OpenVersion, url: string): Promise<RecordOfId | null> {
  const hash = hashAddress(url);
  if (hash === 0) return null;
  const records = await matchBaseRecords(version, { term: { url_hash: hash } }, MAX_SAME_ADDRESS);
  const key = toAddressKey(url);
  return records.find((each) => toAddressKey(toProductPage(each).url) === key) ?? null;
}

export async function findProducts(version: OpenVersion, ids: readonly string[]): Promise<RecordOfId[]> {
  if (ids.length === 0) return [];
  const records = await matchBaseRecords(version, { terms: { id: [...new Set(ids)] } }, ids.length);
  const byId = new Map(records.map((each) => [each.id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function matchBaseRecords(version: OpenVersion, clause: Clause, most: number): Promise<RecordOfId[]> {
  const { must_not } = excludeNotLive(version.state);
  const query = { bool: { filter: [{ term: { view: '' } }, clause], must_not } };
  const [answer] = await version.ask([{ size: most, query, sort: [{ id: 'asc' }], ...RECORD_STORED }]);
  const hits = answer?.hits.hits ?? [];
  return hits.map((hit) => ({ id: String(hit.sort?.at(-1)), record: readRecord(hit) ?? '{}' }));
}

export async function findCategoryAt(version: OpenVersion, url: string) {
  return findCategoryByUrl(await listCategories(version), url);
}

/** Every node of the tree with its entry as the index has it, of the oldest records first. */
export function listCategories(version: OpenVersion) {
  return version.askOnce('categories', async () => {
    const aggs = { first: { min: { field: 'docid' } } };
    const terms = { field: 'category', size: MAX_CATEGORIES, order: [{ first: 'asc' }, { _key: 'asc' }] };
    const [answer] = await version.ask([buildValuesBody(version.state, { terms, aggs })]);
    return readValues(answer).map(({ word: entry }) => ({ ...readCategory(entry), entry }));
  });
}
