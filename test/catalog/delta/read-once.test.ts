import { describe, expect, it } from 'vitest';
import { joinSources } from '../../../src/catalog/delta/join-sources.ts';
import { NEW, OLD, type Side } from '../../../src/catalog/delta/side.ts';
import type { ByteSource } from '../../../src/catalog/delta/source/byte-source.ts';
import { line } from './run-diff.ts';

/** A catalog that can be read once, as gzip files can: what is needed again has to be kept. */
class ReadOnceSource implements ByteSource {
  readonly name = 'catalog';
  writtenBytes = 0;
  readonly #bytes: Buffer;
  readonly #written: Buffer;
  #position = 0;

  constructor(lines: readonly string[]) {
    this.#bytes = Buffer.from(lines.join(''));
    this.#written = Buffer.alloc(this.#bytes.length);
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

/** The delta between two catalogs, and how much of them was kept to be read again. */
async function diff(olds: readonly string[], news: readonly string[]) {
  const sources = [new ReadOnceSource(olds), new ReadOnceSource(news)] as const;
  const { touched } = await joinSources(sources, { missing: 'remove' });
  const chunks: Uint8Array[] = [];
  await touched.emit((bytes) => void chunks.push(Buffer.from(bytes)), undefined);
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

function expected(order: readonly number[]): string {
  return order
    .filter((number) => newPrice(number) < 0)
    .map((number) => `{"op":"add","path":"/products/P${number}/attributes/price","value":-1}\n`)
    .join('');
}

describe('catalogs that can be read once', () => {
  it('give their delta in opposite orders, of lines that were kept', async () => {
    const news = opposite.map((number) => record(number, newPrice(number)));
    const { delta, writtenBytes } = await diff(olds, news);
    expect(delta).toBe(expected(opposite));
    expect(writtenBytes).toBeGreaterThan(0);
  });

  it('keep nothing in the same order', async () => {
    const { delta, writtenBytes } = await diff(
      olds,
      numbers.map((number) => record(number, newPrice(number))),
    );
    expect(delta).toBe(expected(numbers));
    expect(writtenBytes).toBe(0);
  });

  it.each<Side>([OLD, NEW])('give lines that are in one alone: side %i', async (side: Side) => {
    const others = opposite.map((number) => record(number + 10_000, number));
    const [oldLines, newLines] = side === OLD ? [olds, []] : [[], others];
    const known = numbers.slice(0, 2000).map((number) => record(number + 50_000, 1));
    const { delta, writtenBytes } = await diff([...known, ...oldLines], [...known.toReversed(), ...newLines]);
    const lines =
      side === OLD ? numbers.map((number) => `{"op":"remove","path":"/products/P${number}"}\n`) : others;
    expect(delta).toBe(lines.join(''));
    expect(writtenBytes).toBeGreaterThan(2_000_000);
  });
});
