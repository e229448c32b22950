import { describe, expect, it } from 'vitest';
import type { FacetResult } from '../../../../src/engine/query/model.ts';
import { findRelatedCategories } from '../../../../src/server/service/widgets/widget-service.ts';

/** A facet from `crumb: count`. */
function facet(counts: Readonly<Record<string, number>>): FacetResult[] {
  const values = Object.entries(counts).map(([crumb, count]) => {
    const id = crumb.split('/').at(-1) ?? '';
    return { id, name: `Category ${id}`, parent: '', crumb, treePath: '', count };
  });
  return [{ kind: 'category', field: 'category', values }];
}

const ids = (
  near: Record<string, number>,
  all: Record<string, number>,
  own: string | null = null,
  most = 8,
) => findRelatedCategories({ near: facet(near), all: facet(all) }, own, most).map(({ id }) => id);

describe('the categories beside a page', () => {
  it('hold much of what is shown and little else', () => {
    expect(
      ids(
        { '/sale': 20, '/furniture': 18, '/furniture/sofas': 9 },
        { '/sale': 900, '/furniture': 80, '/furniture/sofas': 9 },
      ),
    ).toEqual(['sofas', 'furniture', 'sale']);
  });

  it('are not the own one, and its ancestors only where nothing else is left', () => {
    const counts = { '/a': 9, '/a/b': 6, '/a/c': 2 };
    expect(ids(counts, counts, 'b')).toEqual(['c', 'a']);
    expect(ids(counts, counts, 'b', 1)).toEqual(['c']);
  });

  it('count once on several paths, ties by id', () => {
    const counts = { '/x/k': 2, '/y/k': 3, '/z': 3 };
    expect(ids(counts, counts)).toEqual(['k', 'z']);
  });
});
