import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { openShop, type Shop } from './shop.ts';

const file = path.join(temporaryFolder(), 'rules.json');
let nowMs = Date.parse('2026-12-24T12:00:00Z');
const lines: string[] = [];
let shop: Shop;

function write(rules: object | string): void {
  writeFileSync(file, typeof rules === 'string' ? rules : JSON.stringify(rules));
  nowMs += 1_000;
}

beforeAll(async () => {
  write({});
  shop = await openShop({
    merchandising: file,
    now: () => nowMs,
    log: { format: 'json', level: 'info', writeLine: (line) => lines.push(line) },
  });
});
afterAll(() => shop.emulator.stop());
beforeEach(() => write({}));

const LAMPS = 'search_type=category&q=100&fl=pid&rows=5';

async function ids(more = ''): Promise<string> {
  const { status, json, text } = await shop.search(`${LAMPS}&${more}`);
  expect(status, text).toBe(200);
  return json.response.docs.map(({ pid }: { pid: string }) => pid).join(' ');
}

async function explain(id: string, query: string) {
  const { json } = await shop.get(`/_brctl/catalogs/lighting_en/explain/${id}`, query);
  return json;
}

const MANY = 'Too many filter conditions: 129. Max 128';

describe('merchandising parameters of a request', () => {
  it.each([
    ['', '10006 10009 10012 10015 10017'],
    ['boost=pid:10015&boost=pid:("10009" OR "10006")', '10015 10009 10006 10012 10017'],
    ['bury=pid:"10006"&start=1', '10012 10015 10017 10022 10027'],
    ['lock=pid:10017%231&lock=pid:10006%233', '10017 10009 10006 10012 10015'],
    ['soft_boost=pid:10012^100&soft_bury=pid:("10006")^50', '10012 10009 10015 10017 10022'],
    ['include=pid:("10006" OR "10040")&add_to_recall=pid:20002', '10006 10040'],
    ['exclude=pid:("10006")', '10009 10012 10015 10017 10022'],
    ['boost=pid:10015&efq=-pid:("10015")', '10006 10009 10012 10017 10022'],
    ['boost=pid:10015&sort=pid asc', '10006 10009 10012 10015 10017'],
  ])('%s', async (more, order) => {
    expect(await ids(more)).toBe(order);
  });

  it.each([
    ['boost=brand:A', 'boost should be products such as pid:P1, instead got brand:A'],
    ['lock=pid:A', 'lock should be written like pid:P1#3, instead got pid:A'],
    ['lock=pid:A%230', 'lock should be written like pid:P1#3, instead got pid:A#0'],
    [`include=${'a:x AND '.repeat(99)}a:x&exclude=${'a:x AND '.repeat(28)}a:x`, MANY],
    [`fq=brand:x&${'efq=a:x&'.repeat(112)}soft_boost=${'a:x AND '.repeat(15)}a:x^1`, MANY],
    [
      `soft_boost=${'a:x AND '.repeat(9)}a:x^1&soft_bury=${'a:x AND '.repeat(6)}a:x^1`,
      'Too many conditions of soft_boost and soft_bury: 17. Max 16',
    ],
    ['soft_boost=pid:A', 'soft_boost should be written like brand:"A"^100, instead got pid:A'],
    ['include=brand:', 'Error parsing include=brand:'],
    ['merchandising_rules.disable=some', 'merchandising_rules.disable should be one of all, recall'],
  ])('%s is refused', async (more, message) => {
    const { status, json } = await shop.search(`${LAMPS}&${more}`);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });
});

describe('the merchandising file', () => {
  const RULES = { rules: [{ name: 'gifts', top: ['10017'], block: ['10009'] }] };

  it('is read again when it changes, also for answers that were kept', async () => {
    const before = await ids();
    write(RULES);
    expect(await ids()).toBe('10017 10006 10012 10015 10022');
    write({});
    expect(await ids()).toBe(before);
  });

  it('keeps its last right rules where it is wrong, and says so once', async () => {
    write(RULES);
    expect(await ids()).toMatch(/^10017 /);
    lines.length = 0;
    write('{"rules":\n[{"name": 3}]}');
    expect(await ids()).toMatch(/^10017 /);
    nowMs += 1_000;
    expect(await ids()).toMatch(/^10017 /);
    const { json } = await shop.get(
      '/_brctl/catalogs/lighting_en/merchandising',
      'search_type=category&q=100',
    );
    const message = 'rules[0].name must be a text that is not empty';
    expect(json).toMatchObject({
      file,
      fault: { line: 2, message },
      rules: [{ name: 'gifts', operations: ['block', 'top'] }],
    });
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ file, line: 2, message }]);
  });

  it('is turned off by the request, whole or in parts', async () => {
    write(RULES);
    expect(await ids('merchandising_rules.disable=all')).toBe('10006 10009 10012 10015 10017');
    expect(await ids('merchandising_rules.disable=recall')).toBe('10017 10006 10009 10012 10015');
    expect(await ids('merchandising_rules.disable=ranking')).toBe('10006 10012 10015 10017 10022');
    expect(await ids('merchandising_rules.disable=all&boost=pid:10012')).toBe(
      '10012 10006 10009 10015 10017',
    );
  });

  it('goes by the time of the service, and by merchandising.ts', async () => {
    write({ rules: [{ name: 'sale', from: '2027-01-01T00:00:00Z', top: ['10017'] }] });
    expect(await ids()).toBe('10006 10009 10012 10015 10017');
    const later = Date.parse('2027-01-02T00:00:00Z') / 1000;
    expect(await ids(`merchandising.ts=${later}`)).toBe('10017 10006 10009 10012 10015');
    nowMs = Date.parse('2027-01-03T00:00:00Z');
    expect(await ids()).toBe('10017 10006 10009 10012 10015');
  });

  it('redirects searches for words, also where nothing is found', async () => {
    write({
      redirects: [
        { terms: ['returns'], url: '/returns' },
        { phrases: ['gift card'], not: ['gift card holder'], url: '/cards' },
      ],
    });
    const redirect = async (q: string) =>
      (await shop.search(`search_type=keyword&fl=pid&q=${q}`)).json.keywordRedirect?.['redirected url'];
    expect(await redirect('RETURNS')).toBe('/returns');
    expect(await redirect('returns policy')).toBeUndefined();
    expect(await redirect('a gift card for mum')).toBe('/cards');
    expect(await redirect('gift card holder')).toBeUndefined();
  });

  it('hides, orders and shortens facets', async () => {
    const facets = async () => {
      const { json } = await shop.search(`${LAMPS}&facet.version=3.0`);
      return json.facet_counts.facets as { name: string; value: { name: string }[] }[];
    };
    const names = (found: readonly { name: string }[] | undefined) => found?.map(({ name }) => name) ?? [];
    const before = await facets();
    write({
      facets: [
        { field: 'rating', order: 'value' },
        { field: 'brand', order: ['Nordlys', 'Kestrel'], limit: 2 },
        { field: 'category', hidden: true },
        { field: 'brand', limit: 1, when: { view: 'de' } },
      ],
    });
    const after = await facets();
    expect(names(before)).toContain('category');
    expect(names(after)).not.toContain('category');
    expect(after).toHaveLength(before.length - 1);
    expect(names(after).slice(0, 2)).toEqual(['rating', 'brand']);
    expect(names(after[1]?.value)).toEqual(['Nordlys', 'Kestrel']);
    const ratings = names(after[0]?.value).map(Number);
    expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
  });

  it('names facets for shoppers', async () => {
    const facetOf = async (version: string) => {
      const { json } = await shop.search(`${LAMPS}&facet.version=${version}`);
      return json.facet_counts.facets?.find(({ name }: { name: string }) => name === 'brand');
    };
    expect(await facetOf('3.0')).not.toHaveProperty('display_name');
    write({ facets: [{ field: 'brand', name: 'Made by' }] });
    expect(await facetOf('3.0')).toMatchObject({ name: 'brand', display_name: 'Made by', type: 'text' });
  });

  it('adds synonyms to those of the settings, without an index run', async () => {
    const found = async (q: string) =>
      (await shop.search(`search_type=keyword&fl=pid&q=${q}`)).json.response.numFound as number;
    const lamps = await found('lamp');
    expect(lamps).toBeGreaterThan(0);
    expect(await found('luminaire')).toBe(0);
    write({ synonyms: [['luminaire', 'lamp'], { from: ['glimmer'], to: ['lamp'] }] });
    expect(await found('luminaires')).toBe(lamps);
    expect(await found('glimmer')).toBe(lamps);
    write({});
    expect(await found('luminaire')).toBe(0);
  });

  it('is told by br_diagnostics', async () => {
    write({ rules: [{ name: 'gifts', top: ['10017'], lock: { 3: '10015' } }] });
    const { json } = await shop.search(`${LAMPS}&br_diagnostics=all&bury=pid:10006`);
    expect(json.debug.merchandising).toMatchObject({
      products_locked: [{ product_id: '10015', position: 3 }],
      rules: { request: ['bottom'], gifts: ['top', 'lock'] },
    });
    const ranked = json.debug.ranking.products as { product_id: string; rank: number }[];
    expect(ranked.map(({ product_id: id, rank }) => `${rank} ${id}`).join()).toBe(
      '1 10017,2 10009,3 10015,4 10012,5 10022',
    );
  });

  it('is told by an explanation: rank by rank as the search has them, and who put it there', async () => {
    write({
      rules: [
        { name: 'gifts', top: ['10017'], lock: { 3: '10015', 400: '10009' }, bottom: ['10006'] },
        { name: 'recall', block: ['10027'] },
      ],
    });
    const { json: whole } = await shop.search(LAMPS.replace('rows=5', 'rows=200'));
    const shown = whole.response.docs.map(({ pid }: { pid: string }) => pid) as string[];
    expect(shown).toHaveLength(48);
    for (const [at, id] of [...shown.entries()].filter(([at]) => at < 8 || at > 45))
      expect((await explain(id, 'category=100')).rank, id).toBe(at + 1);
    const gate = async (id: string, name: string) =>
      (await explain(id, 'category=100')).gates.find((each: { gate: string }) => each.gate === name).message;
    expect(await gate('10015', 'rank')).toContain('rank 3 of ');
    expect(await gate('10015', 'rank')).toContain(', locked by the rule "gifts", within rows 1 to 20');
    expect(await gate('10017', 'rank')).toContain('put at the top by the rule "gifts"');
    expect(await gate('10027', 'filter')).toContain('block of the rule "recall"');
    expect((await explain('10027', 'category=100')).code).toBe('explain.filtered');
  });
});

it('is refused at the start where it is wrong', async () => {
  write('{"rules": 3}');
  await expect(startEmulator({ merchandising: file })).rejects.toMatchObject({
    details: { kind: 'config', file, line: 1 },
    message: 'rules must be a list of at most 10000',
  });
  await expect(startEmulator({ merchandising: `${file}.none` })).rejects.toThrow('cannot be read');
});
