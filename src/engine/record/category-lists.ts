import { type CategoryNode, CategoryTree, writeCategory } from '../category-paths.ts';
import { dedupe } from '../dedupe.ts';
import { StringInterner } from '../values/text-table.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { type JsonNodes, KIND } from './json-nodes.ts';

/** The categories of a document by number in the table of values. */
export interface CategoryList {
  /** As the category column has them. */
  entries: readonly number[];
  /** The name of each node. */
  names: readonly number[];
  /** Each name once. */
  distinctNames: readonly number[];
}

/** A node by number in the table of values: as the category column has it, and its name. */
interface CategoryEntry {
  entry: number;
  name: number;
}

const NO_CATEGORIES: CategoryList = { entries: [], names: [], distinctNames: [] };
/** Lists that are remembered; a catalog whose products all have others would only take memory. */
const MAX_REMEMBERED = 1 << 16;

/** The categories of documents: most products of a catalog share theirs with others, to the letter. */
export class CategoryLists {
  readonly #tree = new CategoryTree();
  readonly #known = new Map<CategoryNode, CategoryEntry>();
  readonly #paths = new Remembered();
  readonly #plainLists = new Remembered();
  readonly #plainTexts = new Remembered();
  readonly #table: ValueInterner;

  constructor(table: ValueInterner) {
    this.#table = table;
  }

  /** The categories that `category_paths` gives or, if it is no list, `category`; nodes are 0 for what is not there. */
  of(nodes: JsonNodes, paths: number, plain: number): CategoryList {
    if (paths !== 0 && nodes.kinds[paths] === KIND.array) {
      return this.#paths.of(nodes, paths, (given) => this.#listOf({ category_paths: given }));
    }
    if (plain === 0) return NO_CATEGORIES;
    const remembered = nodes.kinds[plain] === KIND.string ? this.#plainTexts : this.#plainLists;
    return remembered.of(nodes, plain, (given) => this.#listOf({ category: given }));
  }

  #listOf(attributes: Record<string, unknown>): CategoryList {
    const found: CategoryNode[] = this.#tree.nodesOf(attributes);
    const entries = found.map((node) => this.#entryOf(node));
    const names = entries.map(({ name }) => name);
    return { entries: entries.map(({ entry }) => entry), names, distinctNames: dedupe(names) };
  }

  #entryOf(node: CategoryNode): CategoryEntry {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const entry = {
      entry: this.#table.numberOfText(writeCategory(node)),
      name: this.#table.numberOfText(node.name),
    };
    this.#known.set(node, entry);
    return entry;
  }
}

/** Category lists by the JSON text that gives them. */
class Remembered {
  readonly #texts = new StringInterner();
  readonly #lists: CategoryList[] = [];

  of(nodes: JsonNodes, node: number, make: (given: unknown) => CategoryList): CategoryList {
    const { units } = nodes;
    const start = nodes.starts[node] ?? 0;
    const end = nodes.ends[node] ?? 0;
    const isFull = this.#texts.size >= MAX_REMEMBERED;
    const number = isFull ? this.#texts.find(units, start, end) : this.#texts.numberOf(units, start, end);
    const known = this.#lists[number];
    if (known !== undefined) return known;
    const list = make(nodes.value(node));
    if (number !== 0) this.#lists[number] = list;
    return list;
  }
}
