import type { CategoryNode } from '../../category-paths.ts';
import type { CategoryFacetValue } from '../../query/model.ts';
import { readCategory } from '../../record/category-entry.ts';
import type { Column, TextColumn } from '../columns/column.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countCodes } from './count-codes.ts';

/**
 * Counts every node of the category tree, at all levels. The most frequent come first; the ancestors of what is
 * returned are always there, whatever the limit, as clients build the tree from `parent` (doc: public-facts C4).
 */
export function categoryFacet(
  snapshot: Snapshot,
  column: Column,
  ids: Uint32Array,
  prefix: string,
  limit: number,
): CategoryFacetValue[] {
  if (column.kind !== 'text') return [];
  const nodes = countNodes(
    categoryNodes(snapshot, column),
    countCodes(snapshot, column, column.dictionary.length, ids),
  );
  const ordered = [...nodes.values()].sort(byCountThenCrumb);
  const chosen = ordered.filter(({ name }) => name.startsWith(prefix)).slice(0, limit);
  if (chosen.length === ordered.length) return ordered;
  const wanted = withAncestors(chosen, nodes);
  return ordered.filter(({ crumb }) => wanted.has(crumb));
}

function byCountThenCrumb(a: CategoryFacetValue, b: CategoryFacetValue): number {
  if (a.count !== b.count) return b.count - a.count;
  return a.crumb < b.crumb ? -1 : 1;
}

/** The nodes of the column's dictionary, in its order. */
export function categoryNodes(snapshot: Snapshot, { dictionary }: TextColumn): readonly CategoryNode[] {
  return snapshot.derive('categoryNodes', () => dictionary.map(readCategory));
}

/** Counts by crumb: a category that was renamed, or is named otherwise in a view, has a node for each name. */
function countNodes(nodes: readonly CategoryNode[], counts: Uint32Array): Map<string, CategoryFacetValue> {
  const counted = new Map<string, CategoryFacetValue>();
  for (const [at, node] of nodes.entries()) {
    const count = counts[at + 1] ?? 0;
    const known = counted.get(node.crumb);
    if (known) known.count += count;
    else if (count > 0) counted.set(node.crumb, { ...node, count });
  }
  return counted;
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
