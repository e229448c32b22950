import { closeSync, openSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseInflater } from '../../../../src/catalog/delta/source/choose-inflater.ts';
import { inflateFile } from '../../../../src/catalog/delta/source/inflate-file.ts';
import type { Inflater, InflaterName } from '../../../../src/catalog/delta/source/inflater.ts';
import { fileOf } from '../run-diff.ts';
import { INFLATERS, isHere } from './inflaters.ts';
import { noise } from './noise.ts';

const text = 'a line of a catalog, and another one\n'.repeat(3);
const member = gzipSync(text);

function inflater(name: InflaterName): Inflater {
  const chosen = chooseInflater(name);
  if (chosen === undefined) throw new Error(`no ${name} here`);
  return chosen;
}

/** What comes out, when it is said to be all of it; undefined when that cannot be told. */
function inflated(name: InflaterName, bytes: Uint8Array): Buffer | undefined {
  const handle = openSync(fileOf(bytes, '.gz'), 'r');
  const slot = Buffer.alloc(100_003);
  const chunks: Uint8Array[] = [];
  try {
    const end = inflateFile(handle, inflater(name), {
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

describe.each(INFLATERS)('inflating with %s', (name) => {
  describe.skipIf(!isHere(name))('where it is installed', () => {
    it('gives what was compressed, whatever its length', () => {
      for (const length of [1, 1000, 65_536, 300_000, 3_000_000]) {
        const plain = noise(length);
        expect(inflated(name, gzipSync(plain))?.equals(plain)).toBe(true);
      }
    });

    it('takes its input in pieces, wherever they are divided', () => {
      const bytes = Buffer.concat([member, gzipSync('x'), gzipSync(noise(90))]);
      const plain = gunzipSync(bytes);
      for (let at = 0; at <= bytes.length; at++) {
        const each = inflater(name);
        const output = Buffer.alloc(plain.length + 1);
        each.push(bytes.subarray(0, at), output, 0);
        const { produced } = each;
        each.push(bytes.subarray(at), output, produced);
        expect(produced + each.produced).toBe(plain.length);
        each.finish();
        each.close();
        expect(each.failed).toBe(false);
        expect(output.subarray(0, -1)).toEqual(plain);
      }
    });

    it('gives its output in pieces, whatever the room for them', () => {
      for (let room = 1; room <= 20; room++) {
        const each = inflater(name);
        const output = Buffer.alloc(text.length, 0);
        let left: Uint8Array = member;
        for (let at = 0; at < text.length; at += each.produced) {
          each.push(left, output.subarray(0, at + room), at);
          left = left.subarray(each.consumed);
        }
        each.push(left, Buffer.alloc(1), 0);
        each.finish();
        expect([each.failed, output.toString()]).toEqual([false, text]);
      }
    });

    it('goes on with the next member, wherever a push happens to end', () => {
      const first = noise(87_000);
      const second = noise(91_000).subarray(7);
      const compressed = gzipSync(first);
      expect(compressed.length).toBeGreaterThan(65_536);
      expect(inflated(name, Buffer.concat([compressed, gzipSync(second), member]))?.toString('latin1')).toBe(
        `${first.toString('latin1')}${second.toString('latin1')}${text}`,
      );
    });

    it('goes on behind a member whose trailer is divided between two pushes', () => {
      for (let padding = 0; padding <= 40; padding++) {
        const stored = gzipSync(noise(131_072 - 60 + padding), { level: 0 });
        if (padding === 20) expect(stored.length - 131_072).toBeLessThan(20);
        const both = Buffer.concat([stored, member]);
        expect(inflated(name, both)?.equals(gunzipSync(both))).toBe(true);
      }
    });

    it('never says that a cut file is complete', () => {
      for (let length = 1; length < member.length; length++) {
        expect(inflated(name, member.subarray(0, length))).toBeUndefined();
        const cut = gzipSync(noise(100)).subarray(0, length);
        expect(inflated(name, Buffer.concat([member, cut]))).toBeUndefined();
      }
    });

    it('never says that a damaged file is sound, nor gives other bytes than Node does', () => {
      for (let at = 0; at < member.length; at++) {
        for (let bit = 1; bit < 256; bit <<= 1) {
          const damaged = Buffer.from(member);
          damaged[at] = (damaged[at] as number) ^ bit;
          const found = inflated(name, damaged);
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
      expect(inflated(name, Buffer.concat([member, behind]))).toBeUndefined();
    });

    it('gives up when nobody wants the bytes any more', () => {
      const handle = openSync(fileOf(member, '.gz'), 'r');
      const nobody = { slot: () => undefined, send: () => {} };
      expect(inflateFile(handle, inflater(name), nobody)).toBe('undecided');
      closeSync(handle);
    });

    it.each(['', text])('loses no member that is the same as the one before: %j', (each) => {
      for (const times of [1, 2, 3]) {
        const repeated = Buffer.concat(Array.from({ length: times }, () => gzipSync(each)));
        // zlib-sync cannot tell where a member ends when what ends it stands there twice: so it does not try
        const isTold = name === 'node' || (times === 1 && each !== '');
        expect(inflated(name, repeated)?.toString()).toBe(isTold ? each.repeat(times) : undefined);
      }
    });
  });
});
