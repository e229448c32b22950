import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    search: {
      synonyms: [['sofa', 'couch']],
      segmentBoosts: { 'customer_tier:gold': [{ field: 'material', value: 'oak', weight: 0.5 }] },
    },
  });
});
afterAll(() => shop.emulator.stop());

interface Part {
  effect: 'add' | 'multiply';
  value: number;
  part: string;
  word?: string;
}

interface Ranked {
  product_id: string;
  rank: number;
  score: number;
  parts: Part[];
  above: { id: string; score: number } | null;
}

function scoreOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { effect, value }) => (effect === 'add' ? sum + value : sum * value), 0);
}

/** Searches, and holds what is told of each hit against the hit. */
async function checkedHits(query: string): Promise<number> {
  const { status, json } = await shop.search(`fl=pid,score&br_diagnostics=all&rows=50&${query}`);
  expect(status, query).toBe(200);
  const start = json.response.start as number;
  const docs = json.response.docs as { pid: string; score: number }[];
  const ranked = json.debug.ranking.products as Ranked[];
  // At most 30 are told of.
  expect(ranked.map((each) => each.product_id)).toEqual(docs.slice(0, 30).map(({ pid }) => pid));
  for (const [at, { rank, score, parts, above }] of ranked.entries()) {
    expect(rank).toBe(start + at + 1);
    expect(score).toBe(docs[at]?.score);
    expect(scoreOf(parts)).toBeCloseTo(score, 9);
    if (at > 0) expect(above).toMatchObject({ id: docs[at - 1]?.pid, score: docs[at - 1]?.score });
  }
  expect(json.debug.recall.numFound).toBe(json.response.numFound);
  return docs.length;
}

describe('br_diagnostics', () => {
  it('tells the place of each hit, and parts that make the score shown', async () => {
    const texts = [
      'sofa',
      'couch',
      'oak table',
      'floor lamp',
      'led lmap',
      'white oak desk lamp',
      '10006',
      '*',
    ];
    const more = ['', '&segment=customer_tier:gold', '&sort=price+desc', '&fq=price:[50 TO 500]', '&start=3'];
    let hits = 0;
    for (const q of texts) {
      for (const each of more) {
        hits += await checkedHits(`search_type=keyword&q=${encodeURIComponent(q)}${each}`);
      }
    }
    hits += await checkedHits('search_type=category&q=220');
    hits += await checkedHits('search_type=bestseller&q=lamp');
    expect(hits).toBeGreaterThan(500);
  });

  it('tells how the query was read, and where each hit has its words', async () => {
    const { json } = await shop.search('search_type=keyword&q=couch&fl=pid&br_diagnostics=recall&rows=1');
    const [doc] = json.response.docs;
    expect(json.debug).toEqual({
      recall: {
        merchandising_rules: {},
        query: 'couch',
        corrected_query: null,
        relaxed: false,
        terms: ['couch'],
        numFound: json.response.numFound,
        products: [
          {
            product_id: doc.pid,
            words: [
              {
                word: 'couch',
                found: true,
                as: 'sofa',
                by: 'synonym',
                fields: expect.arrayContaining(['title']),
              },
            ],
          },
        ],
      },
    });
  });

  it.each([
    ['recall', ['recall']],
    ['ranking', ['ranking']],
    ['merchandising', ['merchandising']],
    ['all', ['recall', 'merchandising', 'ranking']],
  ])('%s has the sections %j', async (value, sections) => {
    const { json } = await shop.search(`search_type=keyword&q=lamp&fl=pid&br_diagnostics=${value}`);
    expect(Object.keys(json.debug)).toEqual(sections);
  });

  it('tells of a corrected query, of groups, and of nothing found', async () => {
    const corrected = await shop.search('search_type=keyword&q=lmap&fl=pid&br_diagnostics=all&rows=1');
    expect(corrected.json.debug.recall).toMatchObject({ query: 'lmap', corrected_query: 'lamp' });
    const grouped = await shop.search(
      'search_type=keyword&q=lamp&fl=pid&br_diagnostics=ranking&groupby=material&group_limit=2',
    );
    const [groups] = Object.values(grouped.json.group_response) as [{ groups: { doclist: unknown }[] }];
    const pids = groups.groups.flatMap(({ doclist }) =>
      (doclist as { docs: { pid: string }[] }).docs.map(({ pid }) => pid),
    );
    const ranked = grouped.json.debug.ranking.products as Ranked[];
    expect(ranked.map((each) => each.product_id)).toEqual(pids);
    const nothing = await shop.search('search_type=keyword&q=zzzzzzzz&fl=pid&br_diagnostics=all');
    expect(nothing.json.debug).toMatchObject({
      recall: { numFound: 0, products: [] },
      ranking: { products: [] },
    });
  });

  it('of another value is an error, and an empty one is none', async () => {
    const wrong = await shop.search('search_type=keyword&q=lamp&fl=pid&br_diagnostics=everything');
    expect(wrong.status).toBe(400);
    expect(wrong.json.message).toBe(
      'br_diagnostics should be one of all, recall, ranking, merchandising, instead got everything',
    );
    const empty = await shop.search('search_type=keyword&q=lamp&fl=pid&br_diagnostics=');
    expect([empty.status, 'debug' in empty.json]).toEqual([200, false]);
  });
});
