import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BrctlError, type Problem } from '../../../src/base/errors.ts';
import { applyDeltas } from '../../../src/catalog/delta/apply.ts';
import { diffCatalogs } from '../../../src/catalog/delta/diff.ts';
import { validateInput } from '../../../src/catalog/validate.ts';
import { fileOf } from './run-diff.ts';

const SOUND =
  '{"op":"add","path":"/products/A","value":{"attributes":{"title":"Leuchte","price":1,"url":"u"}}}\n';

function inputOf(text: string | Uint8Array) {
  return { name: 'new', open: async () => Readable.from([Buffer.from(text)]) };
}

async function problemOf(work: Promise<unknown>): Promise<Partial<Problem> | undefined> {
  const thrown: unknown = await work.then(() => undefined).catch((error: unknown) => error);
  if (!(thrown instanceof BrctlError)) throw thrown;
  return thrown.details.problems?.[0] ?? { ...thrown.details };
}

/** The first problem of a file, as each way of reading it tells. */
async function told(text: string | Uint8Array): Promise<Record<string, Partial<Problem> | undefined>> {
  const old = { path: fileOf(SOUND) };
  const file = { path: fileOf(text), name: 'new' };
  const report = await validateInput(inputOf(text));
  return {
    diff: await problemOf(diffCatalogs(old, file, () => {})),
    'apply to it': await problemOf(applyDeltas(inputOf(text), [], async () => {})),
    'apply it': await problemOf(applyDeltas(inputOf(SOUND), [inputOf(text)], async () => {})),
    validate: report.problems.find(({ severity }) => severity === 'error'),
  };
}

/** The fault stands at `§`, which is left out; the column counts characters in front of it. */
const FAULTS: readonly [what: string, line: string, code: string][] = [
  ['ASCII', '{"op":"add","path":"/products/L-9","value":§x}', 'json.syntax'],
  ['letters of two bytes', '{"op":"add","path":"/products/L-9","value":{"é":"ßü",§}}', 'json.syntax'],
  ['letters of three bytes', '{"op":"add","path":"/products/L-9","value":{"ランプ":§x}}', 'json.syntax'],
  ['characters of four bytes', '{"op":"add","path":"/products/L-9","value":{"💡":"👩‍🔧"§x}}', 'json.syntax'],
  ['combining marks', '{"op":"add","path":"/products/L-9","value":{"e\u0301":§x}}', 'json.syntax'],
  ['tabs', '\t{"op":"add",\t"path":"/products/L-9","value":\t§x}', 'json.syntax'],
  ['escapes', '{"op":"add","path":"\\/products\\/L-9","value":{"\\u00e9":§x}}', 'json.syntax'],
  ['a raw tab in a string', '{"op":"add","path":"/products/L-9","value":{"é":"a§\tb"}}', 'json.control'],
  ['a NUL byte', '{"op":"add","path":"/products/L-9","value":{"é":"a§\u0000b"}}', 'json.nul'],
  [
    'half a surrogate pair',
    '{"op":"add","path":"/products/L-9","value":{"é":"a§\\ud83d"}}',
    'json.surrogate',
  ],
  ['the end', '{"op":"add","path":"/products/L-9","value":{"é":"a§', 'json.syntax'],
];

describe('a fault is told of by line, column and product, the same whoever finds it', () => {
  it.each(FAULTS)('behind %s', async (_, marked, code) => {
    const column = [...marked.slice(0, marked.indexOf('§'))].length + 1;
    const broken = marked.replace('§', '');
    for (const [prefix, line] of [
      [SOUND, 2],
      [`\n${SOUND}\n`, 4],
      [SOUND.replace('\n', '\r\n'), 2],
    ] as const) {
      for (const [reader, problem] of Object.entries(await told(`${prefix}${broken}\n`))) {
        expect({ reader, ...problem }).toMatchObject({
          reader,
          code,
          file: 'new',
          line,
          column,
          product: 'L-9',
          hint: expect.stringMatching(/./),
        });
      }
    }
  });

  it('in an array too, whose elements may begin anywhere', async () => {
    const text = `[{"op":"remove","path":"/products/é"},\r\n  {"op":"remove","path":"/products/ü","x":}]`;
    const place = { code: 'json.syntax', line: 2, column: 43, product: 'ü' };
    expect((await validateInput(inputOf(text))).problems[0]).toMatchObject(place);
    expect(await problemOf(applyDeltas(inputOf(SOUND), [inputOf(text)], async () => {}))).toMatchObject(
      place,
    );
  });

  it('behind bytes that are no UTF-8', async () => {
    const head = '{"op":"add","path":"/products/L-9","value":{"é":"';
    const text = Buffer.concat([Buffer.from(SOUND + head), Buffer.from([0xe9]), Buffer.from('"}}\n')]);
    for (const problem of Object.values(await told(text))) {
      expect(problem).toMatchObject({ code: 'json.utf8', line: 2, column: head.length + 1, product: 'L-9' });
    }
  });

  it('with the mark at its head left out of the count', async () => {
    const report = await validateInput(inputOf('\ufeff{"op":"remove","path":x}\n'));
    expect(report.problems).toMatchObject([
      { code: 'file.byte_order_mark', line: 1, column: 1 },
      { code: 'json.syntax', line: 1, column: 23 },
    ]);
  });

  it.each([
    ['the id of a plain record', '{"id":"L-9","attributes":{x}}', 'L-9'],
    ['none where the fault comes before it', '{"attributes":{x},"id":"L-9"}', undefined],
    ['none where the path is no path', '{"op":"add","path":"L-9","value":x}', undefined],
    ['none of a line that is no object', '"/products/L-9', undefined],
    ['not one that stands deeper', '{"value":{"path":"/products/L-9",x}}', undefined],
    ['an id with escapes', '{"path":"/products/a~1b\\u00e9","value":x}', 'a/bé'],
  ])('naming %s', async (_, line, product) => {
    const { problems } = await validateInput(inputOf(line));
    expect(problems[0]?.product).toBe(product);
  });
});
