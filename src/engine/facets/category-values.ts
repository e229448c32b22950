import type { CategoryNode } from '../category-paths.ts';
import type { CategoryFacetValue, FacetRequest, FacetResult } from '../query/model.ts';

export function getPrefix({ prefixes }: FacetRequest, field: string): string {
  return Object.hasOwn(prefixes, field) ? (prefixes[field] ?? '') : '';
}

/** Member by member: spread, each would get its own shape. */
function withCount({ id, name, parent, crumb, treePath }: CategoryNode, count: number): CategoryFacetValue {
  return { id, name, parent, crumb, treePath, count };
}

/**
 * The facet of category nodes, each with its count. The most frequent come first; the ancestors of what is returned are
 * always there, whatever the limit, as clients build the tree from `parent` (doc: public-facts C4).
 */
export function buildCategoryFacet(
  field: string,
  found: readonly CategoryNode[],
  counts: ArrayLike<number>,
  request: FacetRequest,
): FacetResult {
  const values = listShownNodes(countNodes(found, counts), getPrefix(request, field), request.limit);
  return { kind: 'category', field, values };
}

/**
 * Nodes by crumb. A category that was renamed, or is named otherwise in a view, has a node for each name: it is shown by the
 * one that most of the counted products have, of equals the first in the alphabet.
 */
function countNodes(found: readonly CategoryNode[], counts: ArrayLike<number>) {
  const byCrumb = new Map<string, CategoryFacetValue>();
  /** Products with the name that is shown; for crumbs of several nodes. */
  const ofShown = new Map<string, number>();
  for (let at = 0; at < found.length; at++) {
    const count = counts[at] ?? 0;
    if (count === 0) continue;
    const node = found[at] as CategoryNode;
    const merged = byCrumb.get(node.crumb);
    if (merged === undefined) {
      byCrumb.set(node.crumb, withCount(node, count));
      continue;
    }
    const shown = ofShown.get(node.crumb) ?? merged.count;
    merged.count += count;
    const isShown = count > shown || (count === shown && node.treePath < merged.treePath);
    if (isShown) Object.assign(merged, { name: node.name, treePath: node.treePath });
    ofShown.set(node.crumb, isShown ? count : shown);
  }
  return byCrumb;
}

/** Names of the categories of facets by id. Without a prototype: with one, each order of ids would be its own shape in V8. */
export function mapCategoryNames(facets: readonly FacetResult[]): Record<string, string> {
  const names: Record<string, string> = Object.create(null);
  for (const result of facets) {
    if (result.kind === 'category') for (const { id, name } of result.values) names[id] = name;
  }
  return names;
}

function listShownNodes(nodes: ReadonlyMap<string, CategoryFacetValue>, prefix: string, limit: number) {
  const ordered = [...nodes.values()].sort((a, b) => b.count - a.count || (a.crumb < b.crumb ? -1 : 1));
  const chosen = ordered.filter(({ name }) => name.startsWith(prefix)).slice(0, limit);
  if (chosen.length === ordered.length) return ordered;
  const wanted = withAncestors(chosen, nodes);
  return ordered.filter(({ crumb }) => wanted.has(crumb));
}

function withAncestors(
  chosen: readonly CategoryFacetValue[],
  nodes: ReadonlyMap<string, CategoryFacetValue>,
): Set<string> {
  const wanted = new Set<string>();
  for (const node of chosen) {
    let above: CategoryFacetValue | undefined = node;
    while (above && !wanted.has(above.crumb)) {
      wanted.add(above.crumb);
      above = nodes.get(above.crumb.slice(0, -(above.id.length + 1)));
    }
  }
  return wanted;
}
