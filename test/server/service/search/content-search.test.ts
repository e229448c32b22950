import { describe, expect, it } from 'vitest';
import { readSearchRequest } from '../../../../src/server/service/search/search-request.ts';
import { context } from '../search-fixtures.ts';

const read = (more = '') =>
  readSearchRequest(
    new URLSearchParams(`search_type=keyword&q=care&catalog_name=blog_en&${more}`),
    context(),
    'items',
  );

describe('a content search', () => {
  it('has defaults of its own', () => {
    expect(read().query).toMatchObject({
      fields: ['item_id', 'item_title', 'thumb_image', 'url', 'description'],
      rows: 10,
      start: 0,
      facets: null,
      viewId: null,
    });
  });

  it('counts facets for each facet.field only', () => {
    expect(read('facet.field=topic&facet.field=author').query.facets?.fields).toEqual(['topic', 'author']);
  });

  it.each([
    ['br_default_view', null],
    ['store_nl', 'store_nl'],
  ])('shows the view %s', (view, viewId) => {
    expect(read(`view_id=${view}`).query.viewId).toBe(viewId);
  });

  it.each([
    ['rows=101', 'Pagination limit exceeded: requested start 0, rows 101. Max start 1000, rows 100'],
    ['start=1001', 'Pagination limit exceeded: requested start 1001, rows 10. Max start 1000, rows 100'],
    ['fl=item_title', 'fl must contain item_id, instead got item_title'],
    ['view_id=*', 'a content search over several views is not emulated'],
    ['view_id=a,b', 'a content search over several views is not emulated'],
  ])('refuses %s', (more, message) => {
    expect(() => read(more)).toThrow(message);
  });

  it('is a keyword search', () => {
    const parameters = new URLSearchParams('search_type=category&q=1');
    expect(() => readSearchRequest(parameters, context(), 'items')).toThrow('Invalid or empty search_type');
  });
});
