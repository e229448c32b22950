import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { diffCatalogs } from '../../../src/catalog/delta/diff.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test('millions of records of one id are an error before they take all memory', async () => {
  const folder = temporaryFolder();
  const line = '{"op":"add","path":"/products/1","value":{"attributes":{"title":"a"}}}\n';
  const [old, crowded] = [path.join(folder, 'old.jsonl'), path.join(folder, 'crowded.jsonl.gz')];
  writeFileSync(old, line);
  const member = gzipSync(line.repeat(100_000), { level: 9 });
  writeFileSync(crowded, Buffer.concat(Array.from({ length: 40 }, () => member)));
  const diffing = (maxMemoryBytes?: number) =>
    diffCatalogs({ path: old }, { path: crowded }, async () => undefined, {
      tempDir: folder,
      ...(maxMemoryBytes && { maxMemoryBytes }),
    });
  await expect(diffing()).rejects.toMatchObject({
    kind: 'input',
    code: 'catalog.duplicate_id',
    details: { line: 2, product: '1' },
  });
  await expect(diffing(1)).rejects.toMatchObject({
    kind: 'input',
    code: 'catalog.duplicate_id',
    message: 'millions of records have the same id',
  });
});
