import { expect, test, vi } from 'vitest';
import { ClusterSharing } from '../../../../src/engine/opensearch/sharing/cluster-sharing.ts';
import type { SharedState } from '../../../../src/engine/sharing.ts';
import { DocumentsInMemory, HandClock } from './documents-in-memory.ts';

function announcement(catalog: string, version: number, scope = 'local') {
  const text = JSON.stringify({ catalog, settings: {}, state: { index: 'i', version, fields: [] } });
  return { kind: 'announcement', scope, text } as const;
}

function following() {
  const documents = new DocumentsInMemory();
  const clock = new HandClock();
  const seen: string[][] = [];
  const failed = vi.fn();
  const sharing = new ClusterSharing({
    documents,
    scope: 'local',
    node: 'front',
    clock,
    failed,
  });
  const follower = {
    start: () =>
      sharing.subscribeToPeers(
        ({ published }) => void seen.push(published.map(({ ref }) => String(ref.version))),
      ),
    close: () => sharing.close(),
  };
  const announce = async (catalog: string, version: number) => {
    const id = `catalog local ${catalog}`;
    const place = (await documents.get(id))?.place ?? null;
    await documents.put(id, announcement(catalog, version), place);
  };
  return { documents, clock, seen, failed, follower, announce };
}

test('what is published is seen at the next look, and told once', async () => {
  const { follower, clock, seen, announce } = following();
  await announce('lamps', 1);
  await follower.start();
  await announce('lamps', 2);
  await announce('chairs', 7);
  await clock.pass(3_000);
  expect(seen).toEqual([['1'], ['2', '7']]);
  await follower.close();
});

test('only what has changed is read again', async () => {
  const { documents, follower, clock, announce } = following();
  await announce('lamps', 1);
  await announce('chairs', 1);
  await follower.start();
  documents.reads = 0;
  await clock.pass(2_000);
  expect(documents.reads).toBe(0);
  await announce('chairs', 2);
  documents.reads = 0;
  await clock.pass(2_000);
  expect(documents.reads).toBe(1);
  await follower.close();
});

test('other kinds, and other environments, are not seen', async () => {
  const { documents, follower, seen, announce } = following();
  await announce('lamps', 1);
  await documents.put('lease local lamps', { kind: 'lease', scope: 'local', version: 8 }, null);
  await documents.put('catalog staging lamps', announcement('lamps', 9, 'staging'), null);
  await follower.start();
  expect(seen).toEqual([['1']]);
  await follower.close();
});

test('a cluster that does not answer is told of once, and what was seen stays', async () => {
  const { documents, follower, clock, seen, failed, announce } = following();
  await announce('lamps', 1);
  await follower.start();
  documents.failure = new Error('connect ECONNREFUSED');
  await clock.pass(5_000);
  expect(failed).toHaveBeenCalledTimes(1);
  documents.failure = null;
  await announce('lamps', 2);
  await clock.pass(1_000);
  expect(seen).toEqual([['1'], ['2']]);
  await follower.close();
});

test('a cluster that does not answer at the start is an error', async () => {
  const { documents, follower } = following();
  documents.failure = new Error('connect ECONNREFUSED');
  await expect(follower.start()).rejects.toThrow('connect ECONNREFUSED');
});

test('processes hear what each has told last, also once it has gone', async () => {
  const documents = new DocumentsInMemory();
  const sharing = (node: string) =>
    new ClusterSharing({
      documents,
      scope: 'local',
      node,
      clock: new HandClock(),
      failed: (error) => {
        throw error;
      },
    });
  const [one, other, front] = [sharing('one'), sharing('other'), sharing('front')];
  await one.broadcast({ accounts: 1 });
  await one.broadcast({ accounts: 2 });
  await other.broadcast({ accounts: 9 });
  await other.withdraw();
  await other.withdraw();
  await documents.put('catalog local x', announcement('x', 3), null);
  const states: SharedState[] = [];
  const followed = await front.subscribeToPeers((state) => void states.push(state));
  const published = [expect.objectContaining({ catalog: 'x', ref: expect.objectContaining({ version: 3 }) })];
  expect(states).toEqual([{ published, told: new Map([['one', { accounts: 2 }]]) }]);
  await one.withdraw();
  await followed.look();
  expect(states.at(-1)).toEqual({ published, told: new Map() });
  await front.close();
});

test('an empty cluster is a state, too', async () => {
  const documents = new DocumentsInMemory();
  const states: SharedState[] = [];
  const options = {
    documents,
    scope: 'local',
    node: 'front',
    clock: new HandClock(),
    failed: () => {},
  };
  const sharing = new ClusterSharing(options);
  await sharing.subscribeToPeers((state) => void states.push(state));
  expect(states).toEqual([{ published: [], told: new Map() }]);
  await sharing.close();
});
