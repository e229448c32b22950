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

/** The categories of documents: most products of a catalog share their nodes with others. */
export class CategoryLists {
  readonly #tree = new CategoryTree();
  readonly #numbers = new Map<CategoryNode, { entry: number; name: number }>();
  readonly #table: ValueInterner;

  constructor(table: ValueInterner) {
    this.#table = table;
  }

  of(attributes: Attributes): CategoryList {
    if (attributes.category_paths === undefined && attributes.category === undefined) return NO_CATEGORIES;
    const numbers = this.#tree.nodesOf(attributes).map((node) => this.#numbersOf(node));
    return { entries: numbers.map(({ entry }) => entry), names: numbers.map(({ name }) => name) };
  }

  #numbersOf(node: CategoryNode): { entry: number; name: number } {
    let numbers = this.#numbers.get(node);
    if (numbers === undefined) {
      numbers = { entry: this.#table.numberOf(writeCategory(node)), name: this.#table.numberOf(node.name) };
      this.#numbers.set(node, numbers);
    }
    return numbers;
  }
}
