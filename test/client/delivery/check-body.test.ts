import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspectBody } from '../../../src/client/delivery/body-file.ts';
import { type CheckOptions, checkBody } from '../../../src/client/delivery/check-body.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const folder = temporaryFolder();
const OPTIONS: CheckOptions = { mode: 'delta', maxProblems: 20, maxInflatedBytes: 1_000_000_000 };

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
