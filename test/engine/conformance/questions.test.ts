import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { openOpenSearch } from '../../../src/server/engines/open-opensearch.ts';
import { searchPinned } from '../../../src/server/service/merchandising/merchandised-search.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { describeOnCluster, SearchedCatalog, startEngine } from './engines.ts';

const [NODE = ''] = (process.env.BRCTL_TEST_OPENSEARCH ?? '').split(',');

/** Counts searches that pass on their way to a node, and how often one begins when none is under way. */
const seen = { questions: 0, rounds: 0, underWay: 0 };

const proxy = createServer(async (request, response) => {
  const { method = 'GET', url = '', headers } = request;
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const isSearch = /_search|_msearch|_mget/.test(url);
  if (isSearch) {
    if (seen.underWay++ === 0) seen.rounds++;
    seen.questions += url.includes('_msearch') ? body.trim().split('\n').length / 2 : 1;
  }
  const type = headers['content-type'];
  const answer = await fetch(`${NODE}${url}`, {
    method,
    ...(type !== undefined && { headers: { 'content-type': type } }),
    ...(body !== '' && { body }),
  });
  const text = await answer.text();
  if (isSearch) seen.underWay--;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
});

if (NODE !== '') await once(proxy.listen(0, '127.0.0.1'), 'listening');

/** 120 lamps, of which a text finds all, some or one. */
const RECORDS = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [
    `P${at}`,
    {
      attributes: {
        title: `${['Brass', 'Oak', 'Black'][at % 3]} ${at % 2 ? 'floor lamp' : 'Tischlampe'} ${at < 9 ? 'with shade' : ''}`,
        brand: `Brand ${at % 7}`,
        price: at,
        ...(at === 3 && { keywords: 'floorlamp nightstand' }),
      },
    },
  ]),
);
const word = (at: number) =>
  [...'abcdefghijklmnopq'].map((_, i) => String.fromCharCode(97 + ((i * (at + 3) + at) % 26))).join('');
const TEXTS = [
  'brass lamp',
  'brass lapm shdae',
  'oka flor lmap',
  'floorlamp',
  'brass floor lamp with shade',
  'tischlmape oka',
  'P3',
  'p3 lamp',
  // Each may be two words, at every letter of it.
  Array.from({ length: 16 }, (_, at) => word(at)).join(' '),
];
const boosts = [{ by: { kind: 'test', field: 'brand', test: { kind: 'value', value: 'Brand 3' } }, weight: 1 }] as const; // biome-ignore format: one line
const facets = { fields: 'auto', ranges: ['price'], prefixes: {}, limit: 500 } as const;
const SHAPES: readonly Partial<SearchQuery>[] = [
  { sort: [{ field: 'price', direction: 'asc' }] },
  { facets, stats: ['price'], boosts },
  { group: { field: 'brand', limit: 3, offset: 0 }, facets },
];

describeOnCluster('a search of a cluster, with the opensearch engine', () => {
  const { engine } = startEngine((folder) => {
    return openOpenSearch({
      cluster: { urls: [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`] },
      scope: path.basename(folder),
      owner: folder,
      keepsIndexes: false,
      warn: () => undefined,
    });
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each(['en', 'de'])('costs at most 24 questions in 5 rounds, in %s', async (language) => {
    const most = { questions: 0, rounds: 0 };
    const catalog = await SearchedCatalog.of(engine, RECORDS, { language });
    const count = async (of: () => Promise<unknown>) => {
      Object.assign(seen, { questions: 0, rounds: 0 });
      await of();
      most.questions = Math.max(most.questions, seen.questions);
      most.rounds = Math.max(most.rounds, seen.rounds);
      return { ...seen };
    };
    for (const [shape, asked] of SHAPES.entries())
      for (const text of TEXTS) {
        // Other settings: nothing is known of what was asked before.
        catalog.published.settings.segmentBoosts = { [`${shape} ${text}`]: [] };
        const recall = { ...keyword(text), tolerant: true } as SearchQuery['recall'];
        const first = await count(() => catalog.search({ ...asked, recall }));
        expect(first.questions, text).toBeLessThanOrEqual(24);
        expect(first.rounds, text).toBeLessThanOrEqual(5);
        const next = await count(() => catalog.search({ ...asked, recall, start: 10 }));
        expect(next.rounds, text).toBeLessThanOrEqual(2);
      }
    expect(most.rounds).toBeGreaterThanOrEqual(4);
    // Pinned products are searched for beside the others, with the same plan.
    catalog.published.settings.segmentBoosts = { pinned: [] };
    const pins = { top: ['P5', 'P7'], bottom: ['P1'], locks: [] };
    const asked = query({ recall: keyword('oka flor lmap'), boosts, facets });
    const pinned = await count(() => searchPinned(catalog.reader, { query: asked, pins }));
    expect(pinned.questions).toBeLessThanOrEqual(24);
    expect(pinned.rounds).toBeLessThanOrEqual(5);
  });
});
