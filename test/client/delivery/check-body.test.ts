import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CheckOptions } from '../../../src/client/delivery/body-check.ts';
import { inspectBody } from '../../../src/client/delivery/body-file.ts';
import { checkBody } from '../../../src/client/delivery/check-body.ts';
import { checkInParallel } from '../../../src/client/delivery/check-parallel.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const folder = temporaryFolder();
const OPTIONS: CheckOptions = { mode: 'delta', maxProblems: 20, threads: 1, maxInflatedBytes: 1_000_000_000 };

async function write(content: string | Uint8Array) {
  const file = path.join(folder, `${Math.random()}`);
  writeFileSync(file, content);
  return await inspectBody(file, 'delta.jsonl');
}

function operation(product: number, value: unknown = 'x'): string {
  return `${JSON.stringify({ op: 'add', path: `/products/${product}/attributes/brand`, value })}\n`;
}

describe('checking a body', () => {
  test('counts what it holds', async () => {
    const text = [1, 2, 3].map((product) => operation(product)).join('\n');
    const nothingToWarnOf = { warnings: 0, problems: [] };
    const facts = { operations: 3, uncompressedBytes: text.length, family: 'products', ...nothingToWarnOf };
    expect(await checkBody(await write(text), OPTIONS)).toEqual(facts);
    expect(await checkBody(await write(gzipSync(text)), OPTIONS)).toEqual(facts);
  });

  test('finds products among items', async () => {
    const text = operation(1) + operation(2).replace('/products/', '/items/');
    await expect(checkBody(await write(text), OPTIONS)).rejects.toMatchObject({
      code: 'operation.mixed_families',
      details: { line: 2 },
    });
  });

  test('finds a part of a record that a full load has not added before', async () => {
    const record = `{"op":"add","path":"/products/2","value":{"attributes":{"title":"t","price":1,"url":"u"}}}\n`;
    const full: CheckOptions = { ...OPTIONS, mode: 'full' };
    const late = await write(operation(2) + record);
    await expect(checkBody(late, full)).rejects.toMatchObject({
      code: 'operation.missing_target',
      details: { line: 1, product: '2' },
    });
    const facts = { operations: 2, family: 'products' };
    expect(await checkBody(await write(record + operation(2)), full)).toMatchObject(facts);
    expect(await checkBody(late, OPTIONS)).toMatchObject(facts);
  });

  test('finds values that the service would refuse', async () => {
    await expect(
      checkBody(await write('{"op":"add","path":"/products/1","value":[]}'), OPTIONS),
    ).rejects.toMatchObject({ kind: 'input', details: { line: 1, product: '1' } });
  });
});

describe('checking on several threads', () => {
  const lines = Array.from({ length: 300 }, (_, at) => operation(at, 'x'.repeat(at)));

  test.each([2, 3, 7])('gives what one thread gives (%d)', async (threads) => {
    const file = await write(lines.join(''));
    expect(await checkInParallel(file, { ...OPTIONS, threads })).toEqual({
      ...(await checkBody(file, OPTIONS)),
      hasParts: true,
    });
  });

  test.each([0, 1, 149, 150, 299])(
    'finds what is wrong with line %d + 1 at its line and column',
    async (at) => {
      const broken = lines.with(at, '{"op":"add","path":"/products/1"\n');
      const file = await write(broken.join(''));
      const errors = await Promise.all([
        checkBody(file, OPTIONS).catch((error: unknown) => error),
        checkInParallel(file, { ...OPTIONS, threads: 3 }).catch((error: unknown) => error),
      ]);
      expect(errors[0]).toMatchObject({ kind: 'input', details: { line: at + 1 } });
      expect(errors[1]).toEqual(errors[0]);
    },
  );

  test('finds families that differ between its parts', async () => {
    const items = lines.map((line, at) => (at < 150 ? line : line.replace('/products/', '/items/')));
    const check = checkInParallel(await write(items.join('')), { ...OPTIONS, threads: 2 });
    await expect(check).rejects.toMatchObject({ code: 'operation.mixed_families' });
  });

  test('takes a file of one long line', async () => {
    const file = await write(operation(1, 'x'.repeat(300_000)).trimEnd());
    expect(await checkInParallel(file, { ...OPTIONS, threads: 4 })).toMatchObject({ operations: 1 });
  });
});
