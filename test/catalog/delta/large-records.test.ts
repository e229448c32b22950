import { describe, expect, it, vi } from 'vitest';
import { Tape } from '../../../src/base/json/tape.ts';
import { recordOperations } from '../../../src/catalog/delta/record-operations.ts';
import { line, runDiff } from './run-diff.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const withMembers = (keys: number[], changed = -1) =>
  line('A', {
    attributes: Object.fromEntries(keys.map((key) => [`k${key}`, key === changed ? 'new' : key])),
  });

describe('a record of unusual size', () => {
  it('may have any number of members, in any order', async () => {
    const { text } = await runDiff(
      withMembers(numbers(20_000)),
      withMembers(numbers(20_000).reverse(), 7_777),
    );
    expect(text).toBe('{"op":"add","path":"/products/A/attributes/k7777","value":"new"}\n');
    const inside = (keys: number[]) =>
      line('A', { attributes: { o: Object.fromEntries(keys.map((key) => [`k${key}`, key])), title: 'é' } });
    expect((await runDiff(inside(numbers(20_000)), inside(numbers(20_000).reverse()))).text).toBe('');
  });

  it('may change in any number of members', async () => {
    const members = (from: number) =>
      Object.fromEntries(numbers(5000).map((key) => [`k${key}`, key < 3000 ? key + from : 'x'.repeat(90)]));
    const { lines } = await runDiff(
      line('A', { attributes: members(0) }),
      line('A', { attributes: members(1) }),
    );
    expect(lines).toHaveLength(3000);
    const lists = vi.spyOn(Tape.prototype, 'nextOf');
    await runDiff(line('A', { attributes: members(0) }), line('A', { attributes: members(1) }), {
      onExplain: () => undefined,
    });
    expect(lists.mock.calls.length).toBeLessThan(200_000);
    lists.mockRestore();
  });

  it('may take more memory than most lines', async () => {
    const of = (price: number, space: string) =>
      `{"op":"add","path":"/products/A","value":{"attributes":{"n":[${'1,'.repeat(200_000)}1],"price":${price}}}}${space}\n`;
    // more than the catalog's bytes that are read ahead, so that something is read meanwhile
    const others = numbers(40_000).map((number) =>
      line(`P${number}`, { attributes: { text: 'x'.repeat(200) } }),
    );
    const [olds, news] = [of(1, ''), of(2, ' ')].map((large) => [large, ...others].join('')) as [
      string,
      string,
    ];
    expect((await runDiff(olds, news)).text).toBe(
      '{"op":"add","path":"/products/A/attributes/price","value":2}\n',
    );
    const moved = [...others, of(2, ' ')].join('');
    expect((await runDiff(olds, moved)).text).toBe(
      '{"op":"add","path":"/products/A/attributes/price","value":2}\n',
    );
  });

  it('may be nested as deeply as a line may, as an operation or a plain record', async () => {
    const nested = (value: string, levels: number) => `${'['.repeat(levels)}${value}${']'.repeat(levels)}`;
    const records = [1, 2].map((value) => `{"id":"A","attributes":{"v":${nested(`${value}`, 510)}}}\n`);
    const onExplain = () => undefined;
    const { text } = await runDiff(records[0] ?? '', records[1] ?? '', {
      recordFormat: 'records',
      onExplain,
    });
    const change = `{"op":"add","path":"/products/A/attributes/v","value":${nested('2', 510)}}`;
    expect(text).toBe(`${change}\n`);
    const [before, after] = [1, 2].map((value) => `{"attributes":{"v":${nested(`${value}`, 510)}}}`);
    expect(recordOperations('products', 'A', before, after)).toEqual([change]);
  });

  it('may have an id of any length', async () => {
    const id = `${'~/'.repeat(600_000)}é`;
    const { text } = await runDiff(
      line(id, { attributes: { a: 1 } }),
      line(id, { attributes: { a: 1, 'x/y~': 2 } }),
    );
    const segment = id.replaceAll('~', '~0').replaceAll('/', '~1');
    expect(text).toBe(`{"op":"add","path":"/products/${segment}/attributes/x~1y~0","value":2}\n`);
  });
});
