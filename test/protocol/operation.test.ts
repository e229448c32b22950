import { describe, expect, test } from 'vitest';
import { parseTarget, toTargetPath } from '../../src/protocol/operation.ts';

const PARTS = [
  ['/products/P1', 'record'],
  ['/products/P1/attributes', 'attributes'],
  ['/products/P1/attributes/price', 'attribute'],
  ['/products/P1/variants', 'variants'],
  ['/products/P1/variants/V1', 'variant'],
  ['/products/P1/variants/V1/attributes', 'variant-attributes'],
  ['/products/P1/variants/V1/attributes/size', 'variant-attribute'],
  ['/products/P1/views', 'views'],
  ['/products/P1/views/nl', 'view'],
  ['/products/P1/views/nl/attributes', 'view-attributes'],
  ['/products/P1/views/nl/attributes/price', 'view-attribute'],
  ['/products/P1/views/nl/variants', 'view-variants'],
  ['/products/P1/views/nl/variants/V1', 'view-variant'],
  ['/products/P1/views/nl/variants/V1/attributes', 'view-variant-attributes'],
  ['/products/P1/views/nl/variants/V1/attributes/size', 'view-variant-attribute'],
  ['/products/P1/views/nl/variants/V1/exclude_from_view', 'view-variant-exclusion'],
  ['/items/I1', 'record'],
  ['/items/I1/attributes/title', 'attribute'],
  ['/items/I1/views/nl/attributes/title', 'view-attribute'],
] as const;

describe('the path of an operation', () => {
  test.each(PARTS)('%s addresses a %s, and is spelled so again', (path, component) => {
    const target = parseTarget(path);
    if ('problem' in target) throw new Error(target.problem);
    expect(target.component).toBe(component);
    expect(toTargetPath(target)).toBe(path);
  });

  test('keeps ids that hold a slash or a tilde', () => {
    expect(parseTarget('/products/a~1b~0c/variants/~01')).toMatchObject({
      id: 'a/b~c',
      segments: ['variants', '~1'],
    });
  });

  test.each([
    ['products/P1', 'path must begin with /products/ or /items/'],
    ['/catalogs/P1', 'path must begin with /products/ or /items/'],
    ['', 'path must begin with /products/ or /items/'],
    ['/products', 'path names no id after /products/'],
    ['/items/', 'path names no id after /items/'],
    ['/products/P1/price', 'nothing of a record is at /…/price'],
    ['/products/P1/attributes/', 'nothing of a record is at /…/attributes/'],
    ['/products/P1/attributes/a/b', 'nothing of a record is at /…/attributes/a/b'],
    ['/products/P1/views/nl/exclude_from_view', 'nothing of a record is at /…/views/nl/exclude_from_view'],
    ['/items/I1/variants/V1', 'an item has no variants'],
    ['/items/I1/views/nl/variants', 'an item has no variants'],
    ['/products/a~2', '~ must be followed by 0 or 1'],
  ])('%j addresses nothing: %s', (path, problem) => {
    expect(parseTarget(path)).toEqual({ problem });
  });
});
