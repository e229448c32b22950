import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { diffCatalogs } from '../../../src/catalog/delta/diff.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test('millions of records of one id are an error before they take all memory', async () => {
  const folder = temporaryFolder();
  const line = '{"op":"add","path":"/products/1","value":{"attributes":{"title":"a"}}}\n';
  const file = (name: string) => path.join(folder, name);
  const [old, repeated, crowded] = [file('old.jsonl'), file('repeated.jsonl.gz'), file('crowded.jsonl.gz')];
  writeFileSync(old, line);
  const member = gzipSync(line.repeat(10_000), { level: 9 });
  writeFileSync(repeated, member);
  writeFileSync(crowded, Buffer.concat(Array.from({ length: 400 }, () => member)));
  const diffing = (fresh: string) =>
    diffCatalogs({ path: old }, { path: fresh }, async () => undefined, { tempDir: folder });
  await expect(diffing(repeated)).rejects.toMatchObject({
    kind: 'input',
    code: 'catalog.duplicate_id',
    details: { line: 2, product: '1' },
  });
  await expect(diffing(crowded)).rejects.toMatchObject({
    kind: 'input',
    code: 'catalog.duplicate_id',
    message: 'more records have the same id than a comparison can hold',
  });
});
