import { closeSync, openSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflateFile } from '../../../src/delta/source/inflate-file.ts';
import { hasSyncGunzip } from '../../../src/delta/source/sync-gunzip.ts';
import { fileOf } from '../run-diff.ts';

const text = 'a line of a catalog, and another one\n'.repeat(3);
const member = gzipSync(text);

/** What comes out, when it is said to be all of it; undefined when that cannot be told. */
function inflated(bytes: Uint8Array): Buffer | undefined {
  const handle = openSync(fileOf(bytes, '.gz'), 'r');
  const slot = Buffer.alloc(100_003);
  const chunks: Uint8Array[] = [];
  try {
    const end = inflateFile(handle, {
      slot: () => slot,
      send: (length) => void chunks.push(Buffer.from(slot.subarray(0, length))),
    });
    return end === 'complete' ? Buffer.concat(chunks) : undefined;
  } finally {
    closeSync(handle);
  }
}

/** What Node's zlib makes of the same bytes; undefined when it refuses them. */
function referenceOf(bytes: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

/** Text that does not shrink much, so that the compressed file takes many pushes. */
function noise(length: number): Buffer {
  let state = 1;
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = 0x20 + (state >>> 26);
  }
  return bytes;
}

describe.skipIf(!hasSyncGunzip())('inflating with what is inside of the stream', () => {
  it('gives what was compressed, whatever its length', () => {
    for (const length of [1, 1000, 65_536, 300_000, 3_000_000]) {
      const plain = noise(length);
      expect(inflated(gzipSync(plain))?.equals(plain)).toBe(true);
    }
  });

  it('goes on with the next member, wherever a push happens to end', () => {
    const first = noise(87_000);
    const second = noise(91_000).subarray(7);
    const compressed = gzipSync(first);
    expect(compressed.length).toBeGreaterThan(65_536);
    expect(inflated(Buffer.concat([compressed, gzipSync(second), member]))?.toString('latin1')).toBe(
      `${first.toString('latin1')}${second.toString('latin1')}${text}`,
    );
  });

  it('goes on behind a member whose trailer is divided between two pushes', () => {
    for (let padding = 0; padding <= 40; padding++) {
      const stored = gzipSync(noise(131_072 - 60 + padding), { level: 0 });
      if (padding === 20) expect(stored.length - 131_072).toBeLessThan(20);
      const both = Buffer.concat([stored, member]);
      expect(inflated(both)?.equals(gunzipSync(both))).toBe(true);
    }
  });

  it('never says that a cut file is complete', () => {
    for (let length = 1; length < member.length; length++) {
      expect(inflated(member.subarray(0, length))).toBeUndefined();
      expect(inflated(Buffer.concat([member, gzipSync(noise(100)).subarray(0, length)]))).toBeUndefined();
    }
  });

  it('never says that a damaged file is sound, nor gives other bytes than Node does', () => {
    for (let at = 0; at < member.length; at++) {
      for (let bit = 1; bit < 256; bit <<= 1) {
        const damaged = Buffer.from(member);
        damaged[at] = (damaged[at] as number) ^ bit;
        const found = inflated(damaged);
        if (found !== undefined) expect(found).toEqual(referenceOf(damaged));
      }
    }
  });

  it.each([
    ['rubbish', Buffer.from('rubbish')],
    ['zeros', Buffer.alloc(512)],
    ['one byte', Buffer.alloc(1)],
    ['zeros and a member', Buffer.concat([Buffer.alloc(3), member])],
    ['the magic bytes alone', Buffer.from([0x1f, 0x8b])],
    ['its own trailer once more', member.subarray(-8)],
    ['its own length once more', member.subarray(-4)],
  ])('leaves a file with %s behind a member to somebody else', (_name, behind) => {
    expect(inflated(Buffer.concat([member, behind]))).toBeUndefined();
  });

  it('gives up when nobody wants the bytes any more', () => {
    const handle = openSync(fileOf(member, '.gz'), 'r');
    expect(inflateFile(handle, { slot: () => undefined, send: () => {} })).toBe('undecided');
    closeSync(handle);
  });

  it('loses no member that is the same as the one before', () => {
    for (const times of [2, 3]) {
      const repeated = Buffer.concat(Array.from({ length: times }, () => member));
      expect(inflated(repeated)).toEqual(Buffer.from(text.repeat(times)));
      const empty = Buffer.concat(Array.from({ length: times }, () => gzipSync('')));
      expect(inflated(empty)).toEqual(Buffer.alloc(0));
    }
  });
});
