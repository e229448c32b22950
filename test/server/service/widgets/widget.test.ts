import { describe, expect, it } from 'vitest';
import type { CategoryFacetValue, Hit, SearchQuery } from '../../../../src/engine/query/model.ts';
import {
  extractAddressWords,
  readWidgetRequest,
  type WidgetRequest,
} from '../../../../src/server/service/widgets/widget-page.ts';
import {
  buildCategoryLink,
  buildWidget,
  buildWidgetAnswer,
  type Widget,
} from '../../../../src/server/service/widgets/widget-service.ts';
import { context, found } from '../search-fixtures.ts';

const PAGE: WidgetRequest = {
  pageType: 'product',
  url: 'https://shop.example/lamps/oakley.html',
  productId: '',
  productName: '',
  userAgent: 'Mozilla/5.0',
};

const hit = (id: string): Hit => ({
  id,
  score: 1,
  json: JSON.stringify({
    pid: id,
    title: `Lamp ${id}`,
    description: 'Tall lamp. With an oak foot.',
    thumb_image: `https://img.example/${id}.jpg`,
    url: `https://shop.example/p/${id}`,
  }),
});

const category = (
  id: string,
  name: string,
  parent: string,
  crumb: string,
  count: number,
): CategoryFacetValue => ({
  id,
  name,
  parent,
  crumb,
  treePath: '',
  count,
});

const idOf = ({ attributes: [id] }: Widget['relatedItems'][number]) => id?.value;

/** An engine that knows one product and one category and answers every search with the same hits. */
function engine(hits: readonly Hit[]) {
  const queries: SearchQuery[] = [];
  const categories = [
    category('100', 'Lighting', '', '/100', 9),
    category('110', 'Floor', '100', '/100/110', 4),
    category('120', 'Desk', '100', '/100/120', 5),
  ];
  return {
    queries,
    search: async (_catalog: string, query: SearchQuery) => {
      queries.push(query);
      const facets = [{ kind: 'category' as const, field: 'category', values: categories }];
      return found({ total: hits.length, hits: query.recall.kind === 'all' ? [] : [...hits], facets });
    },
    productByUrl: async (_catalog: string, url: string) =>
      url.endsWith('oakley.html')
        ? { id: 'L-9', title: 'Oakley lamp', url, brand: 'Oakley', categoryIds: ['110'] }
        : null,
    productsById: async (_catalog: string, ids: readonly string[]) =>
      ids.includes('L-9') ? [{ id: 'L-9', title: 'Oakley lamp', url: '', brand: '', categoryIds: [] }] : [],
    categoryByUrl: async (_catalog: string, url: string) =>
      url.includes('/110') ? { id: '110', name: 'Floor' } : null,
  };
}

describe('the widget of a product page', () => {
  it('shows similar products, halves of them as items and as more results', async () => {
    const fake = engine(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(hit));
    const widget = await buildWidget(PAGE, ['lighting_en'], fake, context());
    expect(fake.queries[0]?.recall).toEqual({
      kind: 'similar',
      ids: ['L-9'],
      text: 'Oakley lamp',
      categoryIds: ['110'],
    });
    expect(widget.relatedItems.map(idOf)).toEqual(['a', 'b', 'c', 'd']);
    expect(widget.moreResults.map(idOf)).toEqual(['e', 'f', 'g', 'h']);
    expect(widget.relatedCategories.map(({ anchor }) => anchor)).toEqual(['Lighting', 'Desk', 'Floor']);
  });

  it("asks for everything but the page's own product", async () => {
    const fake = engine([hit('a')]);
    await buildWidget(PAGE, ['lighting_en'], fake, context());
    const own = { kind: 'test', field: 'pid', test: { kind: 'value', value: 'L-9' } };
    for (const query of fake.queries) expect(query.filters).toContainEqual({ kind: 'not', operand: own });
  });

  it('never links to the page itself', async () => {
    const fake = engine([hit('a'), hit('b')]);
    const page = { ...PAGE, url: 'https://shop.example/p/a', productId: 'gone' };
    const widget = await buildWidget(page, ['lighting_en'], fake, context());
    expect([...widget.relatedItems, ...widget.moreResults].map(idOf)).not.toContain('a');
  });

  it('knows the product by prod_id and searches the words of an unknown address', async () => {
    const byId = engine([]);
    await buildWidget({ ...PAGE, url: 'https://shop.example/x', productId: 'L-9' }, ['c'], byId, context());
    expect(byId.queries[0]?.recall).toMatchObject({ kind: 'similar', ids: ['L-9'] });
    const unknown = engine([]);
    await buildWidget({ ...PAGE, url: 'https://shop.example/floor-lamp.html' }, ['c'], unknown, context());
    expect(unknown.queries[0]?.recall).toMatchObject({ kind: 'keyword', text: 'floor lamp' });
  });
});

describe('the widget of another page', () => {
  it("shows a category's products and the categories beside it, ancestors last", async () => {
    const fake = engine([hit('a')]);
    const page = { ...PAGE, pageType: 'category', url: 'https://shop.example/c/floor/110' };
    const widget = await buildWidget(page, ['lighting_en'], fake, context());
    expect(fake.queries[0]?.recall).toEqual({ kind: 'category', id: '110' });
    expect(widget.relatedCategories).toEqual([
      { anchor: 'Desk', url: '/c/desk/120' },
      { anchor: 'Lighting', url: '/c/lighting/100' },
    ]);
  });

  it('shows what the query of a search page finds', async () => {
    const fake = engine([]);
    const page = { ...PAGE, pageType: 'search', url: 'https://shop.example/find?q=oak+lamp' };
    await buildWidget(page, ['lighting_en'], fake, context());
    expect(fake.queries[0]?.recall).toMatchObject({ kind: 'keyword', text: 'oak lamp' });
  });
});

describe('the answer of the widget', () => {
  const result = {
    title: 'Oakley "floor" lamp',
    description: 'Tall <b>lamp</b>',
    'short-description': 'Tall',
    image: 'https://img.example/l9.jpg',
    url: 'https://shop.example/p/oakley-floor',
    attributes: [
      { key: 'product_id', value: 'L-9' },
      { key: 'rp_url', value: 'https://shop.example/p/oakley-floor' },
    ],
  };
  const widget: Widget = {
    relatedCategories: [{ anchor: 'Desk lamps', url: '/c/desk-lamps/120' }],
    relatedItems: [result],
    moreResults: [result],
  };

  it('is the documented object, with the slash of closing tags escaped', () => {
    const { body } = buildWidgetAnswer(widget, PAGE, '3f9a0c1');
    expect(body).toContain(
      '"br_related_rid_tag":"<script type=\\"text/javascript\\">var br_related_rid = \\"R3f9a0c1-m1,i1,c1,uf\\";<\\/script>"',
    );
    expect(JSON.parse(body)).toEqual({
      br_iuid: 'c2hvcC5leGFtcGxlL2xhbXBzL29ha2xleS5odG1s',
      br_related_rid: 'R3f9a0c1-m1,i1,c1,uf',
      br_related_rid_tag:
        '<script type="text/javascript">var br_related_rid = "R3f9a0c1-m1,i1,c1,uf";</script>',
      'related-category': [{ anchor: 'Desk lamps', url: '/c/desk-lamps/120' }],
      'related-item': [{ anchor: 'Oakley "floor" lamp', url: 'https://shop.example/p/oakley-floor' }],
      'more-results': [
        {
          title: 'Oakley "floor" lamp',
          description: 'Tall <b>lamp</b>',
          'short-description': 'Tall',
          image: 'https://img.example/l9.jpg',
          url: 'https://shop.example/p/oakley-floor',
          attributes: [
            { key: 'product_id', value: 'L-9' },
            { key: 'rp_url', value: 'https://shop.example/p/oakley-floor' },
          ],
        },
      ],
    });
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0)', 'public, max-age=3600'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'no-store'],
    ['Mozilla/5.0 (compatible; Yahoo! Slurp)', 'no-store'],
  ])('for %s is cached as %s', (userAgent, cacheControl) => {
    expect(buildWidgetAnswer(widget, { ...PAGE, userAgent }, '1').cacheControl).toBe(cacheControl);
  });
});

describe('the parameters of the widget', () => {
  const all =
    'ptype=product&url=https%3A%2F%2Fshop.example%2Fp&ref=&user_agent=Mozilla&prod_id=L-9&pstatus=ok&output_format=json';
  const read = (text: string, loose = false) => readWidgetRequest(new URLSearchParams(text), loose);

  it('name a page and a product', () => {
    expect(read(all)).toMatchObject({ productId: 'L-9', url: 'https://shop.example/p' });
  });

  it.each(['html', ''])(
    'with output_format=%s ask for HTML, which is answered in loose mode alone',
    (format) => {
      const html = all.replace('=json', `=${format}`);
      expect(() => read(html)).toThrow('the HTML of a widget is not emulated: send output_format=br_json');
      expect(read(html, true)).toMatchObject({ productId: 'L-9' });
    },
  );

  it('of products are ignored on a category page', () => {
    expect(read(all.replace('product', 'category')).productId).toBe('');
  });

  it.each(['ptype', 'url', 'user_agent'])('must hold %s', (name) => {
    const parameters = new URLSearchParams(all);
    parameters.delete(name);
    expect(() => readWidgetRequest(parameters, false)).toThrow(`missing required parameter ${name}`);
  });

  it('may be the address alone in loose mode', () => {
    expect(read('url=https%3A%2F%2Fshop.example%2Fp', true)).toMatchObject({ pageType: '', userAgent: '' });
  });
});

describe('the words of an address', () => {
  it.each([
    ['https://shop.example/lamps/oak-floor_lamp.html?x=1', 'oak floor lamp'],
    ['https://shop.example/s?query=oak%20lamp', 'oak lamp'],
    ['https://shop.example/', ''],
    ['http://[', ''],
    ['/p/caf%E9', 'caf%E9'],
  ])('%s are %j', (address, words) => {
    expect(extractAddressWords(address)).toBe(words);
  });
});

describe('a link to a category', () => {
  it.each([
    ['Small Spaces & Déns', '/c/small-spaces-dens/a%2Fb'],
    ['灯', '/c/%E7%81%AF/a%2Fb'],
    ['!!!', '/c/a%2Fb/a%2Fb'],
  ])('to %s is %s', (name, url) => {
    expect(buildCategoryLink('/c/{slug}/{id}', { id: 'a/b', name })).toEqual({ anchor: name, url });
  });
});
