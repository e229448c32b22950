import type { Attributes } from './effective-record.ts';
import { asText, scalars } from './field-values.ts';

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

/** Every node of every path, each once, ancestors before descendants. A plain `category` stands for a path of one. */
export function categoryNodes(attributes: Attributes): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : null;
  if (paths === null) {
    for (const value of scalars(attributes.category ?? null)) addPath([{ id: value, name: value }], nodes);
  }
  for (const path of paths ?? []) if (Array.isArray(path)) addPath(path, nodes);
  return [...nodes.values()];
}

function addPath(path: readonly unknown[], nodes: Map<string, CategoryNode>): void {
  let above: CategoryNode | undefined;
  for (const step of path) {
    const { id: rawId, name: rawName } = (step ?? {}) as { id?: unknown; name?: unknown };
    const id = asText(rawId);
    if (id === '' || id.includes('\t')) return;
    const name = asText(rawName).replaceAll('\t', ' ') || id;
    const crumb: string = `${above?.crumb ?? ''}/${id}`;
    const treePath: string = `${above?.treePath ?? ''}/${id},${name}`;
    above = nodes.get(crumb) ?? { id, name, parent: above?.id ?? '', crumb, treePath };
    nodes.set(crumb, above);
  }
}
