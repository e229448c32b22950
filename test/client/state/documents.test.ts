import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AppliedBase,
  readAppliedBase,
  removeLeftovers,
  updateAppliedBase,
} from '../../../src/client/state/applied-base.ts';
import type { CatalogFolder } from '../../../src/client/state/catalog-folder.ts';
import { type PushRun, readRun, writeRun } from '../../../src/client/state/push-run.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { ownedFolder } from './state-folder.ts';

const RUN: PushRun = {
  id: 'r1',
  startedAt: '2031-01-01T00:00:00.000Z',
  mode: 'delta',
  catalog: { path: '/feed/catalog.jsonl', bytes: 7, modifiedMs: 1.5 },
  source: 'catalog.jsonl',
  products: 2,
  accountId: '4242',
  catalogUrl: 'https://service.example',
  parts: [{ file: 'delta.jsonl', operations: 1, state: 'sent', ledgerId: 'l1' }],
};
const SNAPSHOT: AppliedBase = {
  file: 'catalog-20310101T000000000Z.jsonl.gz',
  products: 2,
  accountId: '4242',
  catalogUrl: 'https://service.example',
  source: 'catalog.jsonl',
  appliedAt: '2031-01-01T00:00:00.000Z',
  indexed: true,
};

let folder: CatalogFolder;
let warnings: string[];

beforeEach(async () => {
  warnings = [];
  folder = await ownedFolder(temporaryFolder(), 'staging', 'lighting_en', (text) => void warnings.push(text));
  writeFileSync(folder.file(SNAPSHOT.file), '');
  await folder.write('applied.json', SNAPSHOT);
});

describe('the document of a push under way', () => {
  test('is read as it was written', async () => {
    await writeRun(folder, RUN);
    expect(await readRun(folder)).toEqual(RUN);
    expect(warnings).toEqual([]);
  });

  test.each(['{}', 'null', '[]', '5', '{"parts":[null]}', '{"parts":{}}', '', '{"id":'])(
    'that is %j makes way; what the service holds is in doubt then',
    async (text) => {
      writeFileSync(folder.file('push.json'), text);
      expect(await readRun(folder)).toBeUndefined();
      expect(warnings).toEqual([expect.stringContaining('push.json is damaged')]);
      expect(readFileSync(folder.file('push.json.damaged'), 'utf8')).toBe(text);
      expect(existsSync(folder.file('push.json'))).toBe(false);
      expect(await readAppliedBase(folder)).toMatchObject({ outcomeUnknown: true, indexed: false });
    },
  );

  test('of which any one value is another is either understood or makes way', async () => {
    const places = fc.constantFrom(
      ...Object.keys(RUN),
      'parts.0.state',
      'parts.0.operations',
      'catalog.bytes',
    );
    await fc.assert(
      fc.asyncProperty(places, fc.jsonValue(), async (place, value) => {
        const document = structuredClone(RUN) as unknown as Record<string, unknown>;
        const names = place.split('.');
        const parent = names.slice(0, -1).reduce((at, name) => at[name] as typeof at, document);
        parent[names.at(-1) ?? ''] = value;
        writeFileSync(folder.file('push.json'), JSON.stringify(document));
        const run = await readRun(folder);
        if (run === undefined) expect(existsSync(folder.file('push.json'))).toBe(false);
        else
          expect(run.parts.every(({ state, operations }) => state !== undefined && operations >= 0)).toBe(
            true,
          );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the document of the catalog that was applied', () => {
  test.each(['{}', 'null', '{"file":"../../etc/passwd"}', JSON.stringify({ ...SNAPSHOT, products: '2' })])(
    'that is %j makes way',
    async (text) => {
      writeFileSync(folder.file('applied.json'), text);
      expect(await readAppliedBase(folder)).toBeUndefined();
      expect(warnings).toEqual([expect.stringContaining('applied.json is damaged')]);
      expect(existsSync(folder.file('applied.json.damaged'))).toBe(true);
      await updateAppliedBase(folder, { indexed: false });
      expect(existsSync(folder.file('applied.json'))).toBe(false);
    },
  );
});

test('what killed pushes left goes, and nothing else', async () => {
  const left = [
    '.catalog-20300101T000000000Z.jsonl.gz.lines.4711-0123456789ab.tmp',
    '.push.json.4711-0123456789ab.tmp',
    'catalog.next',
    'catalog-20300101T000000000Z.jsonl.gz',
    'catalog-20300101T000000000Z.jsonl.gz.lines',
  ];
  const stays = ['push.json.damaged', 'lock', 'notes.txt'];
  for (const name of [...left, ...stays]) writeFileSync(folder.file(name), '');
  await removeLeftovers(folder);
  expect(readdirSync(folder.path).sort()).toEqual([...stays, SNAPSHOT.file, 'applied.json'].sort());
});
