import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonical, type Json, type JsonObject, naiveApply, parseCatalog } from './naive-apply.ts';
import { runDiff } from './run-diff.ts';

const file = path.join(import.meta.dirname, '../../../../shared/data/pacifichome_mini_en.jsonl');

function compact(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${JSON.stringify(JSON.parse(line))}\n`)
    .reverse()
    .join('');
}

describe.skipIf(!existsSync(file))('a real catalog (skipped where ../shared/data is absent)', () => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

  it('equals itself in another order and without its white space', async () => {
    const { summary } = await runDiff(text, compact(text));
    expect(summary.operations).toBe(0);
    expect(summary.unchanged).toBe(parseCatalog(text).size);
  });

  it('is rebuilt from a catalog in which much is different', async () => {
    const before = parseCatalog(text);
    let number = 0;
    for (const [id, record] of before) {
      const attributes = (record as JsonObject).attributes as JsonObject;
      if (number % 3 === 0) attributes.price = 1;
      if (number % 5 === 0) delete attributes.title;
      if (number % 7 === 0) (record as JsonObject).views = { nl: { attributes: { title: id } } };
      if (number % 11 === 0) delete (record as JsonObject).variants;
      if (number % 13 === 0) before.delete(id);
      number++;
    }
    before.set('only/old', { attributes: {} });
    const oldText = [...before]
      .map(
        ([id, value]) =>
          `${JSON.stringify({ op: 'add', path: `/products/${id.replace('/', '~1')}`, value })}\n`,
      )
      .join('');
    const { lines } = await runDiff(oldText, text, { missing: 'remove' });
    const after = naiveApply(
      before,
      lines.map((line) => JSON.parse(line)),
    );
    expect(canonical(Object.fromEntries(after) as Json)).toBe(
      canonical(Object.fromEntries(parseCatalog(text))),
    );
  });
});
