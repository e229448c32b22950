import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Kernel } from '../../../src/catalog/delta/kernel/kernel.ts';
import { resultOf } from './kernel-result.ts';

const ROOM_BYTES = 1 << 16;
const SUMS_BYTES = 16;

/** SipHash-2-4 of the bytes 0, 1, 2 ... of each length, under the key 00 01 .. 0f: `vectors_sip64` of its authors. */
const SIP_VECTORS = `
310e0edd47db6f72 fd67dc93c539f874 5a4fa9d909806c0d 2d7efbd796666785 b7877127e09427cf 8da699cd64557618
cee3fe586e46c9cb 37d1018bf50002ab 6224939a79f5f593 b0e4a90bdf82009e f3b9dd94c5bb5d7a a7ad6b22462fb3f4
fbe50e86bc8f1e75 903d84c02756ea14 eef27a8e90ca23f7 e545be4961ca29a1 db9bc2577fcc2a3f 9447be2cf5e99a69
9cd38d96f0b3c14b bd6179a71dc96dbb 98eea21af25cd6be c7673b2eb0cbf2d0 883ea3e395675393 c8ce5ccd8c030ca8
94af49f6c650adb8 eab8858ade92e1bc f315bb5bb835d817 adcf6b0763612e2f a5c91da7acaa4dde 716595876650a2a6
28ef495c53a387ad 42c341d8fa92d832 ce7cf2722f512771 e37859f94623f3a7 381205bb1ab0e012 ae97a10fd434e015
b4a31508beff4d31 81396229f0907902 4d0cf49ee5d4dcca 5c73336a76d8bf9a d0a704536ba93e0e 925958fcd6420cad
a915c29bc8067318 952b79f3bc0aa6d4 f21df2e41d4535f9 87577519048f53a9 10a56cf5dfcd9adb eb75095ccd986cd0
51a9cb9ecba312e6 96afadfc2ce666c7 72fe52975a4364ee 5a1645b276d592a1 b274cb8ebf87870a 6f9bb4203de7b381
eaecb2a30b22a87f 9924a43cc1315724 bd838d3aafbf8db7 0b1a2a3265d51aea 135079a3231ce660 932b2846e4d70666
e1915f5cb1eca46c f325965ca16d629f 575ff28e60381be5 724506eb4c328a95`;

/** RFC 4418, appendix: tags of UMAC-64 with the key "abcdefghijklmnop" and the nonce "bcdefghi". */
const UMAC_VECTORS: readonly [text: string, times: number, tag: string][] = [
  ['', 0, '6e155fad26900be1'],
  ['a', 3, '44b5cb542f220104'],
  ['a', 2 ** 10, '26bf2f5d60118bd9'],
  ['a', 2 ** 15, '27f8ef643b0d118d'],
  ['abc', 1, 'd4d7b9f6bd4fbfcf'],
  ['abc', 500, 'd4cf26ddefd5c01a'],
];

const kernel = new Kernel();
const room = kernel.memory.allocate(ROOM_BYTES);
const sums = kernel.memory.allocate(SUMS_BYTES);

function put(bytes: Buffer, behind = 0): number {
  kernel.memory.bytes.fill(behind, room, room + bytes.length + 64);
  kernel.memory.bytes.set(bytes, room);
  return room + bytes.length;
}

describe('SipHash of the kernel', () => {
  const own = new Kernel();
  own.memory.bytes.set(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'), own.exports.SIP_KEY.value);

  it.each(
    SIP_VECTORS.trim()
      .split(/\s+/)
      .map((hex, length) => [length, hex] as const),
  )('gives the published value for %i bytes', (length, hex) => {
    own.fingerprint(Buffer.from(Array.from({ length }, (_, at) => at)));
    expect(resultOf(own)).toBe(Buffer.from(hex, 'hex').readBigUInt64LE());
  });
});

// UMAC-64 as RFC 4418 puts it together, but for NH, which is the kernel's.
const UMAC_KEY = Buffer.from('abcdefghijklmnop');
const UMAC_NONCE = Buffer.from('bcdefghi');
const UMAC_BLOCK_BYTES = 1024;
const PRIME_36 = 2n ** 36n - 5n;
const PRIME_64 = 2n ** 64n - 59n;

function tagOf(message: Buffer): string {
  const hash = Buffer.concat([0, 1].map((nth) => hashMessage(message, nth)));
  const last = UMAC_NONCE.at(-1) as number;
  const nonce = Buffer.concat([UMAC_NONCE.subarray(0, -1), Buffer.from([last & ~1]), Buffer.alloc(8)]);
  const pad = encryptBlock(deriveKey(0, 16), nonce).subarray((last & 1) * 8, (last & 1) * 8 + 8);
  return (hash.readBigUInt64BE() ^ pad.readBigUInt64BE()).toString(16).padStart(16, '0');
}

function encryptBlock(key: Buffer, block: Buffer): Buffer {
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block);
}

function deriveKey(index: number, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 16) }, (_, nth) => {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(index));
    block.writeBigUInt64BE(BigInt(nth + 1), 8);
    return encryptBlock(UMAC_KEY, block);
  });
  return Buffer.concat(blocks).subarray(0, bytes);
}

function hashMessage(message: Buffer, nth: number): Buffer {
  const first = sumBlocks(message, nth);
  const words = first.length === 1 ? (first[0] as bigint) : evaluatePolynomial(first, nth);
  const text = Buffer.from(words.toString(16).padStart(32, '0'), 'hex');
  const keys = deriveKey(3, 128).subarray(nth * 64);
  let sum = 0n;
  for (let at = 0; at < 8; at++) {
    sum += BigInt(text.readUInt16BE(at * 2)) * (keys.readBigUInt64BE(at * 8) % PRIME_36);
  }
  const hash = Buffer.alloc(4);
  const mask = deriveKey(4, 8).readUInt32BE(nth * 4);
  hash.writeUInt32BE((Number((sum % PRIME_36) & 0xffffffffn) ^ mask) >>> 0);
  return hash;
}

function evaluatePolynomial(blocks: readonly bigint[], nth: number): bigint {
  const key = deriveKey(2, 48).readBigUInt64BE(nth * 24) & 0x01ffffff01ffffffn;
  let value = 1n;
  for (const block of blocks) {
    const isLarge = block >= 2n ** 64n - 2n ** 32n;
    if (isLarge) value = (key * value + PRIME_64 - 1n) % PRIME_64;
    value = (key * value + (isLarge ? block - 59n : block)) % PRIME_64;
  }
  return value;
}

function sumBlocks(message: Buffer, nth: number): bigint[] {
  // its numbers are big-endian in the key and little-endian in the message: for the kernel, both are little-endian
  kernel.memory.bytes.set(deriveKey(1, UMAC_BLOCK_BYTES + 16).swap32(), kernel.exports.NH_KEY.value);
  return Array.from({ length: Math.max(1, Math.ceil(message.length / UMAC_BLOCK_BYTES)) }, (_, block) => {
    const text = message.subarray(block * UMAC_BLOCK_BYTES, (block + 1) * UMAC_BLOCK_BYTES);
    const end = put(text.length === 0 ? Buffer.alloc(32) : text, 0xff);
    kernel.exports.sumBlock(room, end, sums);
    const sum = kernel.memory.bytes.readBigUInt64LE(sums + nth * 8);
    return BigInt.asUintN(64, sum + BigInt(text.length * 8));
  });
}

describe('NH of the kernel', () => {
  it.each(UMAC_VECTORS)('makes the published tag of UMAC-64 for %j, %i times', (text, times, tag) => {
    expect(tagOf(Buffer.from(text.repeat(times)))).toBe(tag);
  });

  it('takes every byte of a block of 2 KB, in both sums', () => {
    const block = Buffer.alloc(2048, 'x');
    const sumsOf = (): [bigint, bigint] => {
      kernel.exports.sumBlock(room, put(block), sums);
      return [kernel.memory.bytes.readBigUInt64LE(sums), kernel.memory.bytes.readBigUInt64LE(sums + 8)];
    };
    const before = sumsOf();
    for (let at = 0; at < block.length; at++) {
      block[at] = 0x79;
      const after = sumsOf();
      expect([after[0] === before[0], after[1] === before[1], at]).toEqual([false, false, at]);
      block[at] = 0x78;
    }
  });
});

/** Two blocks whose sums are the same, both, under a key that is known. */
function collidingBlocks(key: Buffer): [Buffer, Buffer] {
  const keyAt = (word: number) => BigInt(key.readUInt32LE(word * 4));
  const u32 = (value: bigint) => BigInt.asUintN(32, value);
  // words 0 and 1 are nothing with the key, so the first sum is 0; under the shifted key each is a factor
  const [first, second] = [u32(keyAt(4) - keyAt(0)), u32(keyAt(5) - keyAt(1))];
  const blockOf = (four: bigint, five: bigint) => {
    const block = Buffer.alloc(32);
    const words = [u32(-keyAt(0)), u32(-keyAt(1)), 0n, 0n, u32(four - keyAt(8)), u32(five - keyAt(9))];
    for (const [at, word] of words.entries()) block.writeUInt32LE(Number(word), at * 4);
    return block;
  };
  return [blockOf(0n, first), blockOf(second, 0n)];
}

describe('the hash of a line', () => {
  const hashOf = (text: Buffer, behind: number): bigint => {
    kernel.exports.hash(room, put(text, behind));
    return resultOf(kernel);
  };

  it('depends on nothing behind the line, and on the length even of zeros', () => {
    const seen = new Set<bigint>();
    for (let length = 0; length < 4200; length += length % 2048 > 80 && length % 2048 < 1960 ? 97 : 1) {
      const text = Buffer.alloc(length);
      const hash = hashOf(text, 0);
      expect(hashOf(text, 0xff)).toBe(hash);
      expect(seen.has(hash)).toBe(false);
      seen.add(hash);
    }
  });

  it('is one for lines that are aimed at a key, and only under this one', () => {
    const keyBytes = 2048 + 16;
    const setKey = () => {
      const key = randomBytes(keyBytes);
      kernel.memory.bytes.set(key, kernel.exports.NH_KEY.value);
      return key;
    };
    for (let round = 0; round < 50; round++) {
      const [one, other] = collidingBlocks(setKey());
      expect(one).not.toEqual(other);
      expect(hashOf(one, 0)).toBe(hashOf(other, 0));
      for (let nth = 0; nth < 20; nth++) {
        setKey();
        expect(hashOf(one, 0)).not.toBe(hashOf(other, 0));
      }
    }
  });

  it('is another one under the key of another kernel', () => {
    const [one, other] = [new Kernel(), new Kernel()].map((each) => {
      const start = each.memory.allocate(64);
      each.memory.bytes.write('a line', start);
      each.exports.hash(start, start + 6);
      return resultOf(each);
    });
    expect(one).not.toBe(other);
  });
});
