import type { Attributes } from './effective-record.ts';
import { asText, listScalars } from './field-values.ts';

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

/** A node of a catalog's tree, and its text for the dictionary of categories. */
export interface CategoryEntry extends CategoryNode {
  entry: string;
}

interface Branch {
  node: CategoryEntry;
  children: Branches;
}

/** Every node holds the path to it: of 10,000 levels they would fill the memory. Trees of shops have some ten. */
const MAX_LEVELS = 100;

/** By id and, where a category is named otherwise in another record, by id and that name. */
type Branches = Map<string, Branch>;

/** The category nodes of a catalog, each made once however many records are in it. */
export class CategoryTree {
  readonly #roots: Branches = new Map();

  /** Every node of every path, each once, ancestors before descendants. A plain `category` stands for a path of one. */
  nodesOf(attributes: Attributes): CategoryEntry[] {
    const found = new Map<string, Branch>();
    const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : null;
    if (paths === null) {
      for (const value of listScalars(attributes.category ?? null))
        this.#walk([{ id: value, name: value }], found);
    }
    for (const path of paths ?? []) if (Array.isArray(path)) this.#walk(path, found);
    return Array.from(found.values(), ({ node }) => node);
  }

  #walk(path: readonly unknown[], found: Map<string, Branch>): void {
    let above: Branch | undefined;
    for (const step of path.slice(0, MAX_LEVELS)) {
      const { id: rawId, name: rawName } = (step ?? {}) as { id?: unknown; name?: unknown };
      const id = asText(rawId);
      if (id === '' || id.includes('\t')) return;
      const branch = getBranch(above?.children ?? this.#roots, above?.node, id, readName(rawName) || id);
      above = found.get(branch.node.crumb) ?? branch;
      if (above === branch) found.set(branch.node.crumb, branch);
    }
  }
}

/** Tabs keep a node's parts apart where it is stored. */
function readName(value: unknown): string {
  const name = asText(value);
  return name.includes('\t') ? name.replaceAll('\t', ' ') : name;
}

function getBranch(branches: Branches, above: CategoryNode | undefined, id: string, name: string): Branch {
  const common = branches.get(id);
  if (common?.node.name === name) return common;
  const key = common === undefined ? id : `${id}\t${name}`;
  let branch = branches.get(key);
  if (branch === undefined) {
    const crumb = `${above?.crumb ?? ''}/${id}`;
    const treePath = `${above?.treePath ?? ''}/${id},${name}`;
    const parent = above?.id ?? '';
    const entry = [id, parent, crumb, name, treePath].join(SEPARATOR);
    branch = { node: { id, name, parent, crumb, treePath, entry }, children: new Map() };
    branches.set(key, branch);
  }
  return branch;
}

const SEPARATOR = '\t';

/** The category node of a dictionary text. Neither ids nor names hold a tab. */
export function readCategory(entry: string): CategoryNode {
  const [id = '', parent = '', crumb = '', name = '', treePath = ''] = entry.split(SEPARATOR);
  return { id, name, parent, crumb, treePath };
}
