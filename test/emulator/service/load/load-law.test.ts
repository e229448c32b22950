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
        /** As an index has it: docids and their text, of the version it was built from. */
        let indexed = { version: 1, rows: rowsOf(catalog) };
        for (const [at, changes] of deltas.entries()) {
          const expected = applied(model, changes);
          const outcome = await catalog.load('delta', changes.map(line).join(''), {
            collectUpTo: indexed.version,
          });
          expect(outcome.end).toBe(expected === undefined ? 'failed' : 'loaded');
          model = expected ?? model;
          expect(recordsOf(catalog)).toEqual(Object.fromEntries(model));
          expect(catalog.read(({ count }) => count)).toBe(model.size);
          expect(carriedOn(catalog, indexed)).toEqual(rowsOf(catalog));
          if (at === publishedAt) indexed = { version: catalog.version, rows: rowsOf(catalog) };
          // What an index refers to can still be read.
          expect(catalog.read(({ get }) => get([...indexed.rows.keys()]))).toEqual([
            ...indexed.rows.values(),
          ]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

function rowsOf(catalog: WorkerCatalog): Map<number, string> {
  return catalog.read(({ all }) => new Map([...all()].map(({ docid, json }) => [docid, json])));
}

function recordsOf(catalog: WorkerCatalog): Record<string, unknown> {
  return catalog.read(({ all }) =>
    Object.fromEntries([...all()].map(({ id, json }) => [id, JSON.parse(json)])),
  );
}

/** What an index holds after it has taken up the changes since its version. */
function carriedOn(
  catalog: WorkerCatalog,
  indexed: { version: number; rows: Map<number, string> },
): Map<number, string> {
  const changes = catalog.read((source) => {
    const found = source.changesSince(indexed.version);
    return found && { removed: found.removed, added: [...found.added], count: found.count };
  });
  if (changes === null) throw new Error(`changes since version ${indexed.version} are not known`);
  expect(changes.count).toBe(changes.removed.length + changes.added.length);
  const rows = new Map(indexed.rows);
  for (const docid of changes.removed) rows.delete(docid);
  for (const { docid, json } of changes.added) rows.set(docid, json);
  return rows;
}
