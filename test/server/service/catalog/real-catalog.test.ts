import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ACCOUNT, load, openCatalogs, stored } from '../opened-catalogs.ts';

const FILE = fileURLToPath(new URL('../../../../../shared/data/pacifichome_mini_en.jsonl', import.meta.url));

test.skipIf(!existsSync(FILE))(
  'the real catalog is the same by every route, and can be indexed',
  async () => {
    const { service, folder } = await openCatalogs();
    const text = readFileSync(FILE, 'utf8');
    const lines = text.trim().split('\n');
    mkdirSync(path.join(folder, 'sftp'));
    writeFileSync(path.join(folder, 'sftp', 'full.jsonl.gz'), gzipSync(text));
    const expected = Object.fromEntries(
      lines.map((line) => JSON.parse(line)).map((each) => [each.path, each.value]),
    );
    const routes = [
      [text, {}],
      [gzipSync(text), { contentEncoding: 'gzip' }],
      [`[${lines.join(',')}]`, { contentType: 'application/json-patch+json' }],
      ['["full.jsonl.gz"]', { contentType: 'application/json' }],
    ] as const;
    for (const [body, request] of routes) {
      expect(await load(service, 'full', body, request)).toMatchObject({ state: 'success', message: '' });
      expect(await stored(service)).toEqual(expected);
    }
    await service.runIndex(ACCOUNT, 'lamps');
    await service.settled();
    expect(service.published('lamps')?.documents).toBe(300);
  },
);
