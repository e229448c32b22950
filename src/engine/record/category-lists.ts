import { type CategoryNode, CategoryTree, writeCategory } from '../category-paths.ts';
import type { Attributes } from '../effective-record.ts';
import type { ValueInterner } from '../values/value-table.ts';

/** The categories of a document by number in the table of values. */
export interface CategoryList {
  /** As the category column has them. */
  entries: readonly number[];
  /** The name of each node. */
  names: readonly number[];
}

export const NO_CATEGORIES: CategoryList = { entries: [], names: [] };
/** Lists that are remembered; a catalog whose products all have others would only take memory. */
const MAX_REMEMBERED = 1 << 16;

/** The categories of documents: most products of a catalog share theirs with others. */
export class CategoryLists {
  readonly #tree = new CategoryTree();
  readonly #known = new Map<string, CategoryList>();
  readonly #table: ValueInterner;

  constructor(table: ValueInterner) {
    this.#table = table;
  }

  of({ category_paths: paths, category }: Attributes): CategoryList {
    if (paths === undefined && category === undefined) return NO_CATEGORIES;
    const attributes = Array.isArray(paths) ? { category_paths: paths } : { category };
    const key = JSON.stringify(attributes);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const nodes: CategoryNode[] = this.#tree.nodesOf(attributes);
    const list = {
      entries: nodes.map((node) => this.#table.numberOf(writeCategory(node))),
      names: nodes.map(({ name }) => this.#table.numberOf(name)),
    };
    if (this.#known.size < MAX_REMEMBERED) this.#known.set(key, list);
    return list;
  }
}
