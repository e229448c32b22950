import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FeedFormat } from '../../src/client/convert/formats/feed-format.ts';
import { CONTAINERS, FEED_FORMATS } from '../../src/client/convert/formats/formats.ts';
import { listRuleFields, listRules } from '../../src/client/convert/mapping/mapping.ts';

const PAGE = readFileSync(new URL('../../docs/how-to/convert-a-feed.md', import.meta.url), 'utf8');
const [TABLE = ''] = PAGE.slice(PAGE.indexOf('| Feed | `--from` |')).split('\n\n', 1);
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const ROWS = TABLE.split('\n')
  .slice(2)
  .map((row) => row.split('|').slice(1, -1))
  .map(([, names, variants, availability]) => ({
    names: codesIn(names),
    variants: codesIn(variants),
    availability,
  }));

/** Letters and digits alone: the page has names as people know them, such as `In stock?`. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Of a path the last name, without what stands in brackets. */
const lastPart = (field: string) => field.replace(/ \(.*/, '').split(/[./]/).at(-1) ?? '';

/** Of a stock that the format works out, and of an example of an id, the page has no field. */
const WORKED_OUT: readonly unknown[] = ['variants.stock', 'id:44'];

const FORMATS = new URL('../../src/client/convert/formats/', import.meta.url);
const SOURCES = readdirSync(FORMATS).map((file) => readFileSync(new URL(file, FORMATS), 'utf8'));

/** The fields that the data of a format names, and the source of its file, whose functions read some themselves. */
function fieldsOf({ name, mapping, availability = [], finishes = {}, variantPath = '' }: FeedFormat): string {
  return [
    ...(mapping === undefined ? [] : listRules(mapping)).flatMap(([, rule]) => listRuleFields(rule)),
    ...availability.flatMap(({ field, unless = [] }) => [field, unless].flat()),
    ...Object.keys(finishes),
    variantPath,
    SOURCES.find((source) => source.includes(`name: '${name}',`)) ?? '',
  ]
    .map(lettersOf)
    .join(' ');
}

test('each format and container has one row in the table of feeds', () => {
  const names = [...FEED_FORMATS.map(({ name }) => name), ...CONTAINERS];
  expect(ROWS.flatMap((row) => row.names).sort()).toEqual(names.sort());
});

test.each(FEED_FORMATS.map((format) => [format.name, format] as const))(
  'the row of %s names fields that the format reads, and all that tell of the availability',
  (name, format) => {
    const row = ROWS.find(({ names }) => names.includes(name));
    const known = fieldsOf(format);
    const told = [...(row?.variants ?? []), ...codesIn(row?.availability)]
      .filter((code) => !WORKED_OUT.includes(code))
      .flatMap((code) => code.split('…')[0] ?? []);
    expect(told.map(lettersOf).filter((code) => !known.includes(code))).toEqual([]);
    const page = lettersOf(row?.availability ?? '');
    const untold = (format.availability ?? [])
      .map(({ field }) => [field].flat().filter((one) => !WORKED_OUT.includes(one)))
      .filter(
        (fields) => fields.length > 0 && !fields.some((field) => page.includes(lettersOf(lastPart(field)))),
      );
    expect(untold).toEqual([]);
  },
);
