import { type CategoryNode, readCategory } from '../../category-paths.ts';
import { categoryValues } from '../../facets/category-values.ts';
import type { CategoryFacetValue } from '../../query/model.ts';
import type { Column, TextColumn } from '../columns/column.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countCodes } from './count-codes.ts';

/** Counts every node of the category tree, at all levels. */
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
  return categoryValues(nodes, prefix, limit);
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
