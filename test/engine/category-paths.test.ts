import { describe, expect, it } from 'vitest';
import { CategoryTree } from '../../src/engine/category-paths.ts';
import { ValueInterner } from '../../src/engine/values/value-table.ts';

const pathOf = (...names: string[]) => names.map((name) => ({ id: name.charAt(0), name }));

describe('the nodes of a record', () => {
  const values = new ValueInterner();
  const tree = new CategoryTree(values);
  const list = (...category_paths: unknown[]) => tree.nodesOf({ category_paths });

  it('are each there once, by the name that the record gives first, whatever others call them', () => {
    const treePaths = (...paths: unknown[]) => list(...paths).map(({ treePath }) => treePath);
    expect(treePaths(pathOf('1 one', '2 two'))).toEqual(['/1,1 one', '/1,1 one/2,2 two']);
    expect(treePaths(pathOf('1 uno', '2 two'))).toEqual(['/1,1 uno', '/1,1 uno/2,2 two']);
    expect(treePaths(pathOf('1 one'), pathOf('1 uno', '2 two'), pathOf('1 one', '2 dos'))).toEqual([
      '/1,1 one',
      '/1,1 one/2,2 two',
    ]);
  });

  it('know their values by number', () => {
    for (const { entry, entryValue, name, nameValue } of list(pathOf('1 one', '3 three'))) {
      expect(values.textOf(entryValue)).toBe(entry);
      expect(values.textOf(nameValue)).toBe(name);
    }
  });
});
