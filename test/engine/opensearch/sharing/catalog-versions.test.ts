import { expect, test } from 'vitest';
import { type IndexState, toStamp } from '../../../../src/engine/opensearch/cluster/index-state.ts';
import { CatalogVersions } from '../../../../src/engine/opensearch/sharing/catalog-versions.ts';
import { DocumentsInMemory } from './documents-in-memory.ts';

const made = (stamp: number) => ({ index: 'lamps', version: 2, stamp, ended: [] }) as unknown as IndexState;
const REF = { name: 'lamps', version: 2 };

function versions() {
  const documents = new DocumentsInMemory();
  return { documents, versions: new CatalogVersions(documents, 'local') };
}

test('a version that a later writer has made is kept, whatever a former one writes too late', async () => {
  const { versions: kept } = versions();
  await kept.keep(made(toStamp(2, 1)));
  await expect(kept.keep(made(toStamp(1, 9)))).rejects.toMatchObject({ code: 'engine.version_gone' });
  expect((await kept.find(REF))?.stamp).toBe(toStamp(2, 1));
  await kept.keep(made(toStamp(2, 2)));
  expect((await kept.find(REF))?.stamp).toBe(toStamp(2, 2));
});

test('a version is kept once, also if the answer was lost', async () => {
  const { documents, versions: kept } = versions();
  documents.losesAnswers = true;
  await expect(kept.keep(made(toStamp(1, 1)))).rejects.toThrow('the connection broke');
  await kept.keep(made(toStamp(1, 1)));
  expect((await kept.find(REF))?.stamp).toBe(toStamp(1, 1));
});
