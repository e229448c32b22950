import { describe, expect, it } from 'vitest';
import { joinSources } from '../../src/delta/join-sources.ts';
import { NEW, OLD, type Side } from '../../src/delta/side.ts';
import type { ByteSource } from '../../src/delta/source/byte-source.ts';
import { line } from './run-diff.ts';

/** The kernel notes free memory in so much of what it is given. */
const NOTES_BYTES = 257 * 4096;

/** A catalog that can be read once, as gzip files can: what is needed again has to be kept. */
class ReadOnceSource implements ByteSource {
  readonly name = 'catalog';
  readonly keptInMemoryBytes: number;
  writtenBytes = 0;
  readonly #bytes: Buffer;
  readonly #written: Buffer;
  #position = 0;

  constructor(lines: readonly string[], keptInMemoryBytes: number) {
    this.#bytes = Buffer.from(lines.join(''));
    this.#written = Buffer.alloc(this.#bytes.length);
    this.keptInMemoryBytes = keptInMemoryBytes;
  }

  get sizeBytes(): number {
    return this.#bytes.length;
  }

  read(target: Buffer, offset: number, length: number): number {
    const count = this.#bytes.copy(target, offset, this.#position, this.#position + length);
    this.#position += count;
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return this.#written.copy(target, offset, position, position + length);
  }

  keep(bytes: Buffer, start: number, end: number, position: number): void {
    bytes.copy(this.#written, position, start, end);
    this.writtenBytes += end - start;
  }

  async rewind(): Promise<void> {
    this.#position = 0;
  }

  async close(): Promise<void> {}
}

function record(number: number, price: number): string {
  return line(`P${number}`, { attributes: { price, text: 'x'.repeat(number % 500) } });
}

/** The delta between two catalogs with so much memory for lines, and how much of them was written to files instead. */
async function diff(olds: readonly string[], news: readonly string[], roomBytes: number) {
  const sourceOf = (lines: readonly string[]) => new ReadOnceSource(lines, (NOTES_BYTES + roomBytes) / 2);
  const sources = [sourceOf(olds), sourceOf(news)] as const;
  const { touched } = await joinSources(sources, { kernel: 'wasm', missing: 'remove' });
  const chunks: Uint8Array[] = [];
  await touched.emit((bytes) => void chunks.push(bytes), undefined);
  touched.close();
  return {
    delta: Buffer.concat(chunks).toString(),
    writtenBytes: sources[OLD].writtenBytes + sources[NEW].writtenBytes,
  };
}

const numbers = Array.from({ length: 8000 }, (_, number) => number);
const opposite = numbers.toReversed();

/** Every tenth has changed. */
function newPrice(number: number): number {
  return number % 10 === 0 ? -1 : number;
}

const olds = numbers.map((number) => record(number, number));
const news = opposite.map((number) => record(number, newPrice(number)));
const expected = opposite
  .filter((number) => newPrice(number) < 0)
  .map((number) => `{"op":"add","path":"/products/P${number}/attributes/price","value":-1}\n`)
  .join('');

/** What is pending before the catalogs turn out to be in different orders is written in any case. */
const FIRST_BYTES = 200_000;

describe('lines that wait for their counterpart and cannot be read again', () => {
  it('stay in memory where there is room', async () => {
    const { delta, writtenBytes } = await diff(olds, news, 8_000_000);
    expect(delta).toBe(expected);
    expect(writtenBytes).toBeLessThan(FIRST_BYTES);
  });

  it.each([0, 1000, 300_000, 1_000_000])(
    'are written where there is no room: with %i bytes',
    async (room) => {
      const { delta, writtenBytes } = await diff(olds, news, room);
      expect(delta).toBe(expected);
      expect(writtenBytes).toBeGreaterThan(FIRST_BYTES);
    },
  );

  it('give their room to others when they have met their counterpart', async () => {
    const inPieces = (order: (piece: number[]) => number[]) =>
      Array.from({ length: 8 }, (_, piece) => order(numbers.slice(piece * 1000, piece * 1000 + 1000))).flat();
    const oldLines = inPieces((piece) => piece).map((number) => record(number, number));
    const newLines = inPieces((piece) => piece.toReversed()).map((number) => record(number, number));
    const { delta, writtenBytes } = await diff(oldLines, newLines, 600_000);
    expect(delta).toBe('');
    expect(writtenBytes).toBeLessThan(FIRST_BYTES);
  });

  it.each<Side>([OLD, NEW])(
    'are found again in the end, if they never met it: side %i',
    async (side: Side) => {
      const others = opposite.map((number) => record(number + 10_000, number));
      const [oldLines, newLines] = side === OLD ? [olds, []] : [[], others];
      const known = numbers.slice(0, 2000).map((number) => record(number + 50_000, 1));
      const { delta, writtenBytes } = await diff(
        [...known, ...oldLines],
        [...known.toReversed(), ...newLines],
        9_000_000,
      );
      const lines =
        side === OLD ? numbers.map((number) => `{"op":"remove","path":"/products/P${number}"}\n`) : others;
      expect(delta).toBe(lines.join(''));
      expect(writtenBytes).toBeGreaterThan(2_000_000);
    },
  );
});
