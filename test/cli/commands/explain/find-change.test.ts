import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findChange } from '../../../../src/cli/commands/explain/find-change.ts';

/** Runs it over versions that show the product or not, some of them known to lack it; counts what was asked. */
async function run(shown: readonly boolean[], absent: readonly boolean[] = []) {
  const versions = shown.map((_, at) => at + 10);
  const asked: number[] = [];
  const found = await findChange(
    versions,
    (version) => absent[version - 10] !== true,
    async (version) => {
      asked.push(version);
      return shown[version - 10] === true;
    },
  );
  return { found, asked };
}

const yes = true;
const no = false;

test('the version that lost it is found between one that has it and the newest', async () => {
  expect((await run([yes, yes, yes, no, no, no])).found).toEqual({ kind: 'lost', before: 12, after: 13 });
  expect((await run([no, no, yes, yes])).found).toEqual({ kind: 'brought', before: 11, after: 12 });
});

test('no version, every version, and a single one', async () => {
  expect((await run([no, no, no])).found).toEqual({ kind: 'never' });
  expect((await run([yes, yes, yes])).found).toEqual({ kind: 'kept' });
  expect((await run([yes])).found).toEqual({ kind: 'kept' });
  expect((await run([no])).found).toEqual({ kind: 'never' });
});

test('one version among many that shows it is found, though the steps grow', async () => {
  for (let at = 0; at < 40; at++) {
    const shown = Array.from({ length: 41 }, (_, place) => place === at);
    expect((await run(shown)).found).toEqual({ kind: 'lost', before: at + 10, after: at + 11 });
  }
});

test('versions that are known to lack it are never asked', async () => {
  const { found, asked } = await run([yes, yes, no, no, no, no], [no, no, yes, yes, yes, yes]);
  expect(found).toEqual({ kind: 'lost', before: 11, after: 12 });
  expect(asked).toEqual([11]);
});

test('a thousand versions take some twenty questions', async () => {
  const shown = Array.from({ length: 1_000 }, (_, at) => at < 613);
  const { found, asked } = await run(shown);
  expect(found).toEqual({ kind: 'lost', before: 622, after: 623 });
  expect(asked.length).toBeLessThan(25);
});

test('whatever came and went, what is found is a change to what is now, and nothing is asked twice', async () => {
  const versions = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(versions, async (given) => {
      const absent = given.map(([, isAbsent]) => isAbsent);
      const shown = given.map(([isShown, isAbsent]) => isShown && !isAbsent);
      const { found, asked } = await run(shown, absent);
      expect(new Set(asked).size).toBe(asked.length);
      const now = shown.at(-1);
      if ('after' in found) {
        expect(found.after).toBe(found.before + 1);
        expect(found.kind).toBe(now ? 'brought' : 'lost');
        expect([shown[found.before - 10], shown[found.after - 10]]).toEqual([!now, now]);
      } else if (found.kind === 'never') {
        expect(shown).not.toContain(true);
      } else {
        expect([shown[0], now]).toEqual([true, true]);
      }
    }),
  );
});
