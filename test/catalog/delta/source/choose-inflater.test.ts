import { createRequire } from 'node:module';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseInflater, works } from '../../../../src/catalog/delta/source/choose-inflater.ts';
import { NodeInflater } from '../../../../src/catalog/delta/source/node-inflater.ts';
import { ZlibSyncInflater } from '../../../../src/catalog/delta/source/zlib-sync-inflater.ts';
import { isHere } from './inflaters.ts';

const node = vi.hoisted(() => ({ hasInside: true }));

vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  return { ...zlib, createGunzip: () => (node.hasInside ? zlib.createGunzip() : { close() {} }) };
});

beforeEach(() => {
  node.hasInside = true;
});

it("inflates with what is inside of Node's stream where that does what it should", () => {
  expect(chooseInflater()).toBeInstanceOf(NodeInflater);
  expect(chooseInflater('node')).toBeInstanceOf(NodeInflater);
});

it.skipIf(!isHere('zlib-sync'))(
  'inflates with zlib-sync when asked to, or when Node has no such inside',
  () => {
    expect(chooseInflater('zlib-sync')).toBeInstanceOf(ZlibSyncInflater);
    node.hasInside = false;
    expect(chooseInflater()).toBeInstanceOf(ZlibSyncInflater);
    expect(chooseInflater('node')).toBeUndefined();
  },
);

it('finds zlib-sync wherever it was installed with its native part', () => {
  let isInstalled = true;
  try {
    createRequire(import.meta.url)('zlib-sync');
  } catch {
    isInstalled = false;
  }
  expect(isHere('zlib-sync')).toBe(isInstalled);
});

class Careless extends NodeInflater {
  override finish(): void {}
}

class Forgetful extends NodeInflater {
  override push(input: Uint8Array, output: Uint8Array, offset: number): void {
    super.push(input, output, offset);
    this.consumed = 0;
  }
}

class Broken extends NodeInflater {
  override push(): void {
    throw new Error('no memory');
  }
}

it.each([
  ['takes a cut file for a whole one', Careless],
  ['says that it took less than it did', Forgetful],
  ['throws', Broken],
])('relies on no inflater that %s', (_what, Faulty) => {
  expect(works(() => new NodeInflater())).toBe(true);
  expect(works(() => new Faulty())).toBe(false);
});
