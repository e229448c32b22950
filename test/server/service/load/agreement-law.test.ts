import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrctlError } from '../../../../src/base/errors.ts';
import { applyDeltas } from '../../../../src/catalog/delta/apply.ts';
import { formatCatalogLine } from '../../../../src/catalog/delta/catalog-line.ts';
import type { NamedInput } from '../../../../src/catalog/input.ts';
import { validateInput } from '../../../../src/catalog/validate.ts';
import type { TaskOutcome } from '../../../../src/server/service/jobs/job-task.ts';
import { readRecordLines } from '../../../../src/server/store/open-records.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { WorkerCatalog } from './worker-catalog.ts';

const REQUIRED = '"title":"T","price":1.10,"url":"u"';

const BASE = `{"op":"add","path":"/products/a","value":{"attributes":{${REQUIRED},"c":1},"variants":{"v":{"attributes":{"size":1}}},"views":{"n":{"attributes":{"title":"A"},"variants":{"v":{"exclude_from_view":false}}}}}}
{"op":"add","path":"/products/c~1d","value":{"attributes":{${REQUIRED}}}}
`;

/** Mostly one of the first, now and then one of the second. */
function mostly<Value>(good: readonly Value[], bad: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
}

/** Texts of values: numbers with many digits, escapes, white space, line breaks, keys that come twice. */
const VALUES = [
  '1',
  '-0.0',
  '1E+400',
  '12345678901234567890.10',
  'null',
  '"\\u00e9\\/"',
  '"a b  c\\n"',
  '[ 1,\r\n "x  y" ]',
  '{"a" :1,"a": 2}',
];
const scalar = mostly(VALUES, ['', '01', '"\\ud800"', '"\t"']);
const attributes = mostly(
  VALUES.map((value) => `{ ${REQUIRED},\n"c":${value}}`),
  [`{${REQUIRED},"views":1}`, '{"title":"T","url":"u"}', '{"a-b":1}', '{}', '[]', '{"title":null}'],
);
const variants = mostly(['{"v":{"attributes":{"price":2}}}', '{"v":{}}', 'null'], ['{"v":null}', '[]']);
const views = mostly(['{"n":{"variants":{"v":{"exclude_from_view":true}}}}', '{"n":{}}'], ['{"":{}}', '1']);
const record = fc
  .tuple(attributes, fc.option(variants), fc.option(views))
  .map(([own, ofVariants, ofViews]) => {
    const rest = [ofVariants && `,"variants":${ofVariants}`, ofViews && `,"views":${ofViews}`];
    return `{"attributes":${own}${rest.filter(Boolean).join('')}}`;
  });

const ID = mostly(['a', 'a', 'a', 'b', 'c~1d'], ['e~0', 'x'.repeat(65), '~2', '']);
/** Where below a record an operation points, and what fits there. */
const PLACES: readonly [string, fc.Arbitrary<string>][] = [
  ['', record],
  ['', record],
  ['/attributes', attributes],
  ['/attributes/c', scalar],
  ['/attributes/title', scalar],
  ['/variants', variants],
  ['/variants/v', fc.constant('{"attributes":{"size":"S"}}')],
  ['/variants/v/attributes', fc.constant('{"size":1}')],
  ['/variants/v/attributes/size', scalar],
  ['/views', views],
  ['/views/n', fc.constant('{"attributes":{"title":"N"}}')],
  ['/views/n/attributes/title', scalar],
  ['/views/n/variants/v', fc.constant('{}')],
  ['/views/n/variants/v/exclude_from_view', mostly(['true', 'false'], ['null', '1'])],
];
const BAD_PLACES: typeof PLACES = [
  ['/attributes/2c', scalar],
  ['/nothing', scalar],
  ['/variants', scalar],
];
const place = mostly(PLACES, BAD_PLACES).chain(([below, fitting]) => fc.tuple(fc.constant(below), fitting));

function operation(good: readonly string[], bad: readonly string[]): fc.Arbitrary<string> {
  const oddities = fc.integer({ min: 0, max: 60 });
  return fc.tuple(mostly(good, bad), ID, place, oddities).map(([op, id, [below, value], oddity]) => {
    const members = [`"op":"${op}"`, `"path":"/products/${id}${below}"`];
    if (op !== 'remove' && value !== '') members.push(`"value":${value}`);
    if (oddity === 0) members.reverse();
    if (oddity === 1) members.push('"more": [1]');
    if (oddity === 2) members.shift();
    return `{${members.join(' , ')}}${oddity === 3 ? '}' : ''}`;
  });
}

/** JSON Lines, each operation on its line, or an array over as many lines as it takes. */
function loadOf(each: fc.Arbitrary<string>) {
  const operations = fc.array(each, { minLength: 1, maxLength: 3 });
  return fc.tuple(operations, fc.boolean()).map(([texts, isArray]) => {
    if (isArray) return { layout: 'json-patch' as const, text: `[\n${texts.join(' ,\n')}\n]` };
    const lines = texts.map((text) => `${text.replace(/[\r\n]/g, ' ')}\n`);
    return { layout: 'jsonlines' as const, text: lines.join('') };
  });
}

const deltaLoad = loadOf(operation(['add', 'add', 'add', 'remove'], ['replace']));

/** In front of the operations mostly the records that they may be about. */
const fullLoad = fc
  .tuple(mostly([true], [false]), loadOf(operation(['add'], ['remove'])))
  .map(([isSeeded, { layout, text }]) => {
    const lines = isSeeded ? BASE : '';
    if (layout === 'jsonlines') return { layout, text: lines + text };
    return { layout, text: text.replace('[', () => `[${lines.replaceAll('\n', ',')}`) };
  });

function input(text: string): NamedInput {
  const open = async () =>
    (async function* () {
      yield Buffer.from(text);
    })();
  return { name: 'input', isRepeatable: true, open };
}

/** The lines of the catalog that `brctl apply` makes, or undefined where it refuses to. */
async function applied(catalog: string, delta: string): Promise<string[] | undefined> {
  let lines = '';
  const sink = async (bytes: Uint8Array) => {
    lines += Buffer.from(bytes);
  };
  try {
    await applyDeltas(input(catalog), [input(delta)], sink);
  } catch (thrown) {
    if (thrown instanceof BrctlError && thrown.kind === 'input') return undefined;
    throw thrown;
  }
  return lines.split('\n').filter(Boolean).sort();
}

function stored({ file }: WorkerCatalog): string[] {
  return [...readRecordLines(file ?? '', 'products')].join('').split('\n').filter(Boolean).sort();
}

interface Part {
  attributes?: Record<string, unknown> | null;
  variants?: Record<string, Part> | null;
  views?: Record<string, Part> | null;
}

function hasPrice({ attributes, variants, views }: Part): boolean {
  const below = [...Object.values(variants ?? {}), ...Object.values(views ?? {})];
  return attributes?.price != null || below.some(hasPrice);
}

/** Is it a product that an index run takes? */
function isComplete(line: string): boolean {
  const { value } = JSON.parse(line) as { value: Part };
  return value.attributes?.title != null && value.attributes.url != null && hasPrice(value);
}

/** Only complete products are indexed, whatever is stored. */
async function expectIndexed(catalog: WorkerCatalog): Promise<void> {
  const records = await catalog.records();
  const lines = records.map(({ id, json }) => formatCatalogLine('operations', 'products', id, json));
  expect(lines.sort()).toEqual(stored(catalog).filter(isComplete));
}

/** How many loads were taken and refused, so that neither kind is left untried. */
class Tally {
  taken = 0;
  refused = 0;

  count({ end }: TaskOutcome): boolean {
    if (end === 'loaded') this.taken++;
    else this.refused++;
    return end === 'loaded';
  }

  expectBoth(): void {
    expect(Math.min(this.taken, this.refused)).toBeGreaterThan(8);
  }
}

test('a PATCH is taken exactly where validate finds no error and apply every target, with the records that apply makes', async () => {
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(deltaLoad, async ({ layout, text }) => {
      const catalog = new WorkerCatalog(temporaryFolder());
      await catalog.load('full', BASE);
      const report = await validateInput(input(text), { mode: 'delta' });
      const expected = await applied(BASE, text);
      const isTaken = tally.count(await catalog.load('delta', text, { layout }));
      expect(isTaken).toBe(report.errors === 0 && expected !== undefined);
      expect(stored(catalog)).toEqual(isTaken ? expected : BASE.trim().split('\n').sort());
      await expectIndexed(catalog);
    }),
    { numRuns: 80 },
  );
  tally.expectBoth();
});

test('a PUT is taken exactly where validate finds no error but records that come twice, and apply every target, with the records that apply makes', async () => {
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(fullLoad, async ({ layout, text }) => {
      const catalog = new WorkerCatalog(temporaryFolder());
      const report = await validateInput(input(text), { mode: 'full' });
      const twice = report.countByCode.get('catalog.duplicate_id') ?? 0;
      const isTaken = tally.count(await catalog.load('full', text, { layout }));
      const expected = await applied('', text);
      expect(isTaken).toBe(report.errors === twice && expected !== undefined);
      if (!isTaken) return;
      expect(stored(catalog)).toEqual(expected);
      await expectIndexed(catalog);
    }),
    { numRuns: 80 },
  );
  tally.expectBoth();
});
