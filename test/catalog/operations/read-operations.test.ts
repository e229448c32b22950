import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import { readOperations } from '../../../src/catalog/operations/read-operations.ts';
import { inChunks, readAll } from '../inputs.ts';

const LINES = [
  '{"op":"add","path":"/products/1","value":{"attributes":{"title":"ä, ] } \\" \\\\"}}}',
  '{"op":"add","path":"/products/2/attributes/price","value":1.10}',
  '{"op":"remove","path":"/products/3"}',
];

const IDS = ['1', '2', '3'];

async function failure(text: string | Uint8Array, options = {}): Promise<BrctlError> {
  try {
    await readAll(text, options);
  } catch (error) {
    if (error instanceof BrctlError) return error;
    throw error;
  }
  throw new Error('the input was taken');
}

describe('readOperations', () => {
  const layouts: [string, string, number[]][] = [
    ['lines', LINES.join('\n'), [1, 2, 3]],
    ['lines with a last line feed', `${LINES.join('\n')}\n`, [1, 2, 3]],
    ['lines with CRLF', `${LINES.join('\r\n')}\r\n`, [1, 2, 3]],
    ['lines with blank ones between', `\n${LINES.join('\n \t\n\n')}\n\n`, [2, 5, 8]],
    ['an array on one line', `[${LINES.join(',')}]`, [1, 1, 1]],
    ['an array over lines', ` \n[\n  ${LINES.join(' ,\n\n  ')}\n]\n`, [3, 5, 7]],
  ];

  it.each(layouts)('reads %s, however the bytes are cut', async (_title, text, lines) => {
    for (const chunkBytes of [1, 2, 3, 7, 64, 65_536]) {
      const operations = await readAll(text, { chunkBytes });
      expect(operations.map(({ target }) => target.id)).toEqual(IDS);
      expect(operations.map(({ line }) => line)).toEqual(lines);
      expect(operations.map(({ value }) => value)).toEqual([
        '{"attributes":{"title":"ä, ] } \\" \\\\"}}',
        '1.10',
        undefined,
      ]);
    }
  });

  it('reads nothing from an empty input and from an empty array', async () => {
    expect(await readAll('')).toEqual([]);
    expect(await readAll('\n\n')).toEqual([]);
    expect(await readAll(' [ ] ')).toEqual([]);
  });

  it.each([
    ['[', 1, 2],
    ['[{"op":"remove","path":"/items/1"}', 1, 35],
    ['[{"op":"remove","path":"/items/1"},]', 1, 36],
    ['[,{"op":"remove","path":"/items/1"}]', 1, 2],
    ['[{"op":"remove","path":"/items/1"}]\n x', 2, 2],
    ['[{"op":"remove","path":"/items/1"}]]', 1, 36],
    ['[{"op":"remove","path":"/items/1"}\n  {"op":"remove","path":"/items/2"}]', 2, 3],
    ['[{"op":"remove","path":"/items/1"},\n é {"op"}]', 2, 2],
    ['[{"op":"remove","path":"/items/1"]', 1, 34],
  ])('refuses the array %j', async (text, line, column) => {
    for (const chunkBytes of [1, 5, 1000]) {
      expect((await failure(text, { chunkBytes })).details).toMatchObject({
        kind: 'input',
        code: 'json.syntax',
        line,
        column,
      });
    }
  });

  it('collects problems up to the limit and gives no operation after the first', async () => {
    const seen: string[] = [];
    const text = [LINES[0], 'x', LINES[1], '{}', 'y', 'z'].join('\n');
    const reading = async () => {
      for await (const { target } of readOperations(inChunks(text, 8), { maxProblems: 3, file: 'f' })) {
        seen.push(target.id);
      }
    };
    const error = await reading().catch((thrown: unknown) => thrown as BrctlError);
    expect(seen).toEqual(['1']);
    expect((error as BrctlError).details.problems?.map(({ line, code }) => [line, code])).toEqual([
      [2, 'json.syntax'],
      [4, 'operation.path_missing'],
      [4, 'operation.op_missing'],
    ]);
  });

  it('refuses a byte order mark, cut or whole', async () => {
    const text = `\ufeff${LINES[2]}`;
    for (const chunkBytes of [1, 2, 100]) {
      expect((await failure(text, { chunkBytes })).details).toMatchObject({
        code: 'file.byte_order_mark',
        line: 1,
      });
    }
  });

  it('refuses a line of more than 16 MiB without holding it', async () => {
    const endless = function* () {
      yield Buffer.from('{"op":"');
      for (let at = 0; at < 100; at++) yield Buffer.alloc(1024 * 1024, 'a');
      yield Buffer.from(`\n${LINES[2]}\nx`);
    };
    const reading = async () => {
      for await (const _ of readOperations(endless()));
    };
    await expect(reading()).rejects.toMatchObject({
      details: {
        problems: [
          { code: 'line.too_long', line: 1 },
          { code: 'json.syntax', line: 3 },
        ],
      },
    });
  });

  it('gives a result or a BrctlError for any bytes, in any layout', async () => {
    const pieces = fc.constantFrom(...LINES, '[', ']', ',', '\n', '{', '"', '\\', '\0', '\ufeff', 'é', ' ');
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, chunkBytes) => {
          const [whole, cut] = await Promise.all(
            [{}, { chunkBytes }].map((options) =>
              readAll(parts.join(''), options).catch((thrown: unknown) => {
                if (!(thrown instanceof BrctlError)) throw thrown;
                return thrown.details;
              }),
            ),
          );
          expect(cut).toEqual(whole);
        },
      ),
    );
  });
});
