import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../temp-folder.ts';
import { WorkerCatalog } from './worker-catalog.ts';

/** What the service is held against: records as plain objects. */
type Model = Map<string, { attributes: Record<string, unknown> }>;

interface Change {
  op: 'add' | 'remove';
  id: string;
  /** Undefined for the whole record. */
  attribute: string | undefined;
  value: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  op: fc.constantFrom('add', 'add', 'remove'),
  id: fc.constantFrom('a', 'b', 'c', 'd~/é'),
  attribute: fc.constantFrom(undefined, undefined, 'color', 'size'),
  value: fc.integer({ min: 0, max: 3 }),
});

const delta = fc.array(change, { minLength: 1, maxLength: 6 });

/** The records after a delta, or undefined when one of its operations is invalid. */
function applied(before: Model, changes: readonly Change[]): Model | undefined {
  const after: Model = new Map(structuredClone([...before]));
  for (const { op, id, attribute, value } of changes) {
    const record = after.get(id);
    if (attribute === undefined) {
      if (op === 'remove' && record === undefined) return undefined;
      if (op === 'remove') after.delete(id);
      else after.set(id, { attributes: { title: 'T', price: value, url: 'u' } });
    } else if (record === undefined) return undefined;
    else if (op === 'add') record.attributes[attribute] = String(value);
    else if (!(attribute in record.attributes)) return undefined;
    else delete record.attributes[attribute];
  }
  return after;
}

function line({ op, id, attribute, value }: Change): string {
  const escaped = id.replaceAll('~', '~0').replaceAll('/', '~1');
  const at = `/products/${escaped}${attribute === undefined ? '' : `/attributes/${attribute}`}`;
  const whole = { attributes: { title: 'T', price: value, url: 'u' } };
  const operation =
    op === 'remove'
      ? { op, path: at }
      : { op, path: at, value: attribute === undefined ? whole : String(value) };
  return `${JSON.stringify(operation)}\n`;
}

test('any sequence of loads leaves what a plain model of the rules says, all or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(delta, { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      async (deltas, publishedAt) => {
        const folder = temporaryFolder();
        const catalog = new WorkerCatalog(folder);
        const all = ['a', 'b'].map((id) => ({ op: 'add', id, attribute: undefined, value: 0 }) as const);
        await catalog.load('full', all.map(line).join(''));
        let model: Model = applied(new Map(), all) ?? new Map();
        /** As an index has it: ids, docids and their text, of the version it was built from. */
        let indexed = { version: 1, rows: await rowsOf(catalog) };
        for (const [at, changes] of deltas.entries()) {
          const expected = applied(model, changes);
          const outcome = await catalog.load('delta', changes.map(line).join(''), {
            collectUpTo: indexed.version,
          });
          expect(outcome.end).toBe(expected === undefined ? 'failed' : 'loaded');
          model = expected ?? model;
          expect(await recordsOf(catalog)).toEqual(Object.fromEntries(model));
          expect(await catalog.read(({ count }) => count)).toBe(model.size);
          expect(await carriedOn(catalog, indexed)).toEqual(await rowsOf(catalog));
          if (at === publishedAt) indexed = { version: catalog.version, rows: await rowsOf(catalog) };
          // What an index refers to can still be read.
          expect(
            await catalog.read(({ get }) => get([...indexed.rows.values()].map(({ docid }) => docid))),
          ).toEqual([...indexed.rows.values()].map(({ json }) => json));
        }
      },
    ),
    { numRuns: 60 },
  );
});

type Rows = Map<string, { docid: number; json: string }>;

async function rowsOf(catalog: WorkerCatalog): Promise<Rows> {
  return new Map((await catalog.records()).map(({ id, docid, json }) => [id, { docid, json }]));
}

async function recordsOf(catalog: WorkerCatalog): Promise<Record<string, unknown>> {
  return Object.fromEntries((await catalog.records()).map(({ id, json }) => [id, JSON.parse(json)]));
}

/** What an index holds after it has taken up the changes since its version. */
async function carriedOn(catalog: WorkerCatalog, indexed: { version: number; rows: Rows }): Promise<Rows> {
  const changes = await catalog.changesSince(indexed.version);
  if (changes === null) throw new Error(`changes since version ${indexed.version} are not known`);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  const rows = new Map(indexed.rows);
  for (const { id, docid, json } of changes) {
    if (json === null) expect(rows.delete(id)).toBe(true);
    else rows.set(id, { docid, json });
  }
  return rows;
}
