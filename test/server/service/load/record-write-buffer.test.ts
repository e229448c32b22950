import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '../../../../src/protocol/operation.ts';
import { RecordWriteBuffer } from '../../../../src/server/service/load/record-write-buffer.ts';

/** Sets one attribute of a record, or puts the record in place. */
function operation(id: string, name: string | null, value: string): Operation {
  const target =
    name === null
      ? { family: 'products' as const, id, component: 'record' as const, segments: [] }
      : { family: 'products' as const, id, component: 'attribute' as const, segments: ['attributes', name] };
  return { op: 'add', target, value: name === null ? `{"attributes":{"n":${value}}}` : value, line: 1 };
}

function open(store: Map<string, string>, maxBufferedChars?: number) {
  const calls = { reads: 0, writes: 0 };
  const edited = new RecordWriteBuffer({
    read: (id) => {
      calls.reads++;
      return store.get(id);
    },
    write: ({ id, json }) => {
      calls.writes++;
      if (json === undefined) store.delete(id);
      else store.set(id, json);
    },
    ...(maxBufferedChars !== undefined && { maxBufferedChars }),
  });
  return { edited, calls };
}

const START = [
  ['a', '{"attributes":{"n":0}}'],
  ['b', '{"attributes":{"n":0}}'],
] as const;

test('a record is read once and written once, however many operations change it', () => {
  const store = new Map<string, string>(START);
  const { edited, calls } = open(store);
  for (let round = 0; round < 100; round++) {
    edited.apply(operation('a', 'n', String(round)));
    edited.apply(operation('b', `x${round % 3}`, String(round)));
  }
  edited.flush();
  expect(calls).toEqual({ reads: 2, writes: 2 });
  expect(store.get('a')).toBe('{"attributes":{"n":99}}');
  expect(store.get('b')).toBe('{"attributes":{"n":0,"x0":99,"x1":97,"x2":98}}');
});

test('a record larger than the bound is still read once while it alone is changed', () => {
  const store = new Map([['a', `{"attributes":{"blob":"${'x'.repeat(1_000)}"}}`]]);
  const { edited, calls } = open(store, 100);
  for (let round = 0; round < 50; round++) edited.apply(operation('a', 'n', String(round)));
  edited.flush();
  expect(calls).toEqual({ reads: 1, writes: 1 });
});

test('records over the bound are written when an operation for another one comes', () => {
  const { edited, calls } = open(new Map(START), 30);
  edited.apply(operation('a', 'n', '1'));
  expect(calls).toEqual({ reads: 1, writes: 0 });
  edited.apply(operation('b', 'n', '1'));
  expect(calls).toEqual({ reads: 2, writes: 2 });
});

test('records that are as they were are not written', () => {
  const { edited, calls } = open(new Map(START));
  edited.apply(operation('a', null, '0'));
  edited.flush();
  expect(calls).toEqual({ reads: 1, writes: 0 });
});

test('how much is held changes nothing of the records', () => {
  const step = fc.tuple(
    fc.constantFrom('a', 'b', 'c'),
    fc.constantFrom('n', 'm', null),
    fc.constantFrom('1', '2', '"three"'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 200 }), (steps, maxHeld) => {
      const [bounded, unbounded] = [maxHeld, undefined].map((held) => {
        const store = new Map<string, string>([...START, ['c', '{}']]);
        const { edited } = open(store, held);
        for (const each of steps) edited.apply(operation(...each));
        edited.flush();
        return store;
      });
      expect(bounded).toEqual(unbounded);
    }),
  );
});
