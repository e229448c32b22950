import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetFilter } from '../../query/model.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants } from './fields.ts';
import { compileRowFilter, type IdLookup, type Predicate, testVariants } from './filters.ts';

export interface FilteredDocuments {
  /** Documents that pass all filters. */
  kept: Uint32Array;
  /** Documents that pass the filters on other fields than that of the key. */
  withoutFilterOn(key: string): Uint32Array;
}

/**
 * Applies facet filters. One variant has to pass those on variants' fields: red in large, not red or large (assumption). One look at
 * each filtered field tells what all facets count: a request may filter by a hundred fields.
 */
export function applyFacetFilters(
  snapshot: Snapshot,
  lookup: IdLookup,
  filters: readonly FacetFilter[],
  ids: Uint32Array,
): FilteredDocuments {
  const byKey = new Map<string, FacetFilter[]>();
  for (const filter of filters) {
    const key = toFieldKey(filter.field);
    if (byKey.get(key)?.push(filter) === undefined) byKey.set(key, [filter]);
  }
  const fields = Array.from(byKey, ([key, ofField]) => {
    const field = ofField[0]?.field ?? key;
    const conditions = ofField.map(({ anyOf }) => anyOf);
    const onVariants = isOnVariants(snapshot, field);
    return { key, onVariants, ...compileRowFilter(snapshot, lookup, field, conditions) };
  });
  const [only] = fields;
  if (only === undefined) return { kept: ids, withoutFilterOn: () => ids };
  if (fields.length === 1) {
    const kept = only.narrow(ids);
    return { kept, withoutFilterOn: (key) => (key === only.key ? ids : kept) };
  }
  fields.sort((a, b) => Number(a.onVariants) - Number(b.onVariants));
  // Without the filters on the only field of variants, a document needs no variant.
  const isJoint = fields.at(-2)?.onVariants === true;
  const sieve = new Sieve(ids);
  for (const [at, { passes, onVariants }] of fields.entries()) {
    if (onVariants && isJoint && fields[at - 1]?.onVariants !== true) sieve.takeVariants(snapshot);
    sieve.drop(onVariants && !isJoint ? testVariants(snapshot, passes) : passes, at + 1);
  }
  const kept = sieve.list(PASSES_ALL);
  const places = new Map(fields.map(({ key }, at) => [key, at + 1]));
  const list = (place: number | undefined) => (place === undefined ? kept : sieve.list(place));
  return { kept, withoutFilterOn: (key) => list(places.get(key)) };
}

const PASSES_ALL = 0;

/** Rows, documents or then their variants, that fail the filters of at most one field, and the place of that field. */
class Sieve {
  #count: number;
  #rows: Uint32Array;
  #documents: Uint32Array;
  #failed: Uint16Array;

  constructor(documents: Uint32Array) {
    this.#count = documents.length;
    this.#rows = documents.slice();
    this.#documents = documents.slice();
    this.#failed = new Uint16Array(documents.length);
  }

  drop(passes: Predicate, place: number): void {
    const [rows, documents, failed] = [this.#rows, this.#documents, this.#failed];
    let left = 0;
    for (let at = 0; at < this.#count; at++) {
      const row = rows[at] ?? 0;
      const other = failed[at] ?? PASSES_ALL;
      const isPassing = passes(row);
      if (!isPassing && other !== PASSES_ALL) continue;
      rows[left] = row;
      documents[left] = documents[at] ?? 0;
      failed[left++] = isPassing ? other : place;
    }
    this.#count = left;
  }

  takeVariants(snapshot: Snapshot): void {
    const [documents, failed] = [this.#documents.subarray(0, this.#count), this.#failed];
    const ends = snapshot.endsOf(COLUMN.variantCounts);
    const findStart = (document: number) => (document === 0 ? 0 : (ends[document - 1] ?? 0));
    const total = documents.reduce((sum, each) => sum + (ends[each] ?? 0) - findStart(each), 0);
    [this.#rows, this.#documents] = [new Uint32Array(total), new Uint32Array(total)];
    this.#failed = new Uint16Array(total);
    this.#count = 0;
    for (const [at, document] of documents.entries()) {
      for (let row = findStart(document); row < (ends[document] ?? 0); row++) {
        this.#rows[this.#count] = row;
        this.#documents[this.#count] = document;
        this.#failed[this.#count++] = failed[at] ?? PASSES_ALL;
      }
    }
  }

  /** Documents with a row that fails nothing, or nothing but the field at the place. */
  list(place: number): Uint32Array {
    const found = new Uint32Array(this.#count);
    let size = 0;
    for (let at = 0; at < this.#count; at++) {
      const failed = this.#failed[at];
      if (failed !== PASSES_ALL && failed !== place) continue;
      const document = this.#documents[at] ?? 0;
      if (size === 0 || found[size - 1] !== document) found[size++] = document;
    }
    return found.subarray(0, size);
  }
}
