import type { Attributes } from './effective-record.ts';
import { asText, listScalars } from './field-values.ts';
import { ValueInterner } from './values/value-table.ts';

/** One node of a category path with its ancestors: what a category facet counts and a category page asks for. */
export interface CategoryNode {
  id: string;
  name: string;
  /** Id of the parent, empty at the root. */
  parent: string;
  /** `/100/110`, unique in the tree. */
  crumb: string;
  /** `/100,Lighting/110,Floor`. */
  treePath: string;
}

/** A node of a catalog's tree, its text for the dictionary of categories, and the numbers of that and of its name as values. */
export interface CategoryEntry extends CategoryNode {
  entry: string;
  entryValue: number;
  nameValue: number;
}

interface Branch {
  node: CategoryEntry;
  place: Place;
  children: Branches;
}

/** Shared by the branches of one crumb: the first of them that a record names stands for all, in that record. */
interface Place {
  record: number;
  first: Branch | undefined;
}

/** Every node holds the path to it: of 10,000 levels they would fill the memory. Trees of shops have some ten. */
const MAX_LEVELS = 100;

/** By id and, where a category is named otherwise in another record, by id and that name. */
type Branches = Map<string, Branch>;

/** The category nodes of a catalog, each made once however many records are in it. */
export class CategoryTree {
  readonly #roots: Branches = new Map();
  readonly #places = new Map<string, Place>();
  readonly #values: ValueInterner;
  #record = 0;

  constructor(values = new ValueInterner()) {
    this.#values = values;
  }

  /** Every node of every path, each once, ancestors before descendants. A plain `category` stands for a path of one. */
  nodesOf(attributes: Attributes): CategoryEntry[] {
    const found: CategoryEntry[] = [];
    this.#record++;
    const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : null;
    if (paths === null) {
      for (const value of listScalars(attributes.category ?? null))
        this.#walk([{ id: value, name: value }], found);
    }
    for (const path of paths ?? []) if (Array.isArray(path)) this.#walk(path, found);
    return found;
  }

  #walk(path: readonly unknown[], found: CategoryEntry[]): void {
    let above: Branch | undefined;
    for (let level = 0; level < path.length && level < MAX_LEVELS; level++) {
      const step = path[level];
      const { id: rawId, name: rawName } = (step ?? {}) as { id?: unknown; name?: unknown };
      const id = asText(rawId);
      if (id === '' || id.includes('\t')) return;
      const branch = this.#getBranch(above, id, readName(rawName) || id);
      const { place } = branch;
      if (place.record !== this.#record) {
        place.record = this.#record;
        place.first = branch;
        found.push(branch.node);
      }
      above = place.first;
    }
  }

  #getBranch(above: Branch | undefined, id: string, name: string): Branch {
    const branches = above?.children ?? this.#roots;
    const common = branches.get(id);
    if (common?.node.name === name) return common;
    const key = common === undefined ? id : `${id}\t${name}`;
    const known = branches.get(key);
    if (known !== undefined) return known;
    const parent = above?.node.id ?? '';
    const crumb = `${above?.node.crumb ?? ''}/${id}`;
    const treePath = `${above?.node.treePath ?? ''}/${id},${name}`;
    const entry = [id, parent, crumb, name, treePath].join(SEPARATOR);
    const [entryValue, nameValue] = [this.#values.numberOf(entry), this.#values.numberOf(name)];
    const place = this.#places.get(crumb) ?? { record: 0, first: undefined };
    this.#places.set(crumb, place);
    const node = { id, name, parent, crumb, treePath, entry, entryValue, nameValue };
    const branch = { node, place, children: new Map() };
    branches.set(key, branch);
    return branch;
  }
}

/** Tabs keep a node's parts apart where it is stored. */
function readName(value: unknown): string {
  const name = asText(value);
  return name.includes('\t') ? name.replaceAll('\t', ' ') : name;
}

const SEPARATOR = '\t';

/** The category node of a dictionary text. Neither ids nor names hold a tab. */
export function readCategory(entry: string): CategoryNode {
  const [id = '', parent = '', crumb = '', name = '', treePath = ''] = entry.split(SEPARATOR);
  return { id, name, parent, crumb, treePath };
}
