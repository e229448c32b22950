import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openFileSource } from '../../../src/client/delivery/upload-source.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test('what one try has read of a file does not count in the next', async () => {
  const file = path.join(temporaryFolder(), 'catalog.jsonl');
  writeFileSync(file, 'x'.repeat(1_500_000));
  let bytes = 0;
  const source = openFileSource(file, 1_500_000, (read) => {
    bytes += read;
  });
  for await (const chunk of source.open()) {
    expect(chunk.length).toBe(1_048_576);
    break;
  }
  expect(bytes).toBe(1_048_576);
  let length = 0;
  for await (const chunk of source.open()) length += chunk.length;
  expect(length).toBe(1_500_000);
  expect(bytes).toBe(1_500_000);
});
