import {
  appendFileSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/client/state/ledger.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const ENTRY = { environment: 'staging', catalog: 'lighting_en', kind: 'submit', mode: 'delta' } as const;

let stateDir: string;
let file: string;
let warnings: string[];

beforeEach(() => {
  stateDir = temporaryFolder();
  file = path.join(stateDir, 'ledger.ndjson');
  warnings = [];
});

function ledger() {
  let ms = 0;
  return openLedger({
    stateDir,
    now: () => new Date(ms++),
    onWarning: (text) => void warnings.push(text),
  });
}

describe('the ledger', () => {
  test('is empty before anything was sent', async () => {
    expect(await ledger().entries()).toEqual([]);
  });

  test('shows each request with what was learnt of it last', async () => {
    const written = ledger();
    const first = await written.begin({ ...ENTRY, bytes: 7 });
    const second = await written.begin({ ...ENTRY, kind: 'index' });
    await written.update(first, { state: 'accepted', jobId: 'j1' });
    expect(await ledger().entries()).toEqual([
      {
        ...ENTRY,
        id: first,
        bytes: 7,
        jobId: 'j1',
        state: 'accepted',
        startedAt: '1970-01-01T00:00:00.000Z',
        updatedAt: '1970-01-01T00:00:00.002Z',
      },
      {
        ...ENTRY,
        id: second,
        kind: 'index',
        state: 'sending',
        startedAt: '1970-01-01T00:00:00.001Z',
        updatedAt: '1970-01-01T00:00:00.001Z',
      },
    ]);
  });

  test('is NDJSON that only grows', async () => {
    const written = ledger();
    const id = await written.begin(ENTRY);
    const before = readFileSync(file, 'utf8');
    await written.update(id, { state: 'accepted' });
    const after = readFileSync(file, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(
      after
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toHaveLength(2);
  });

  test('survives being cut at every byte: whole lines stay, and new ones are readable', async () => {
    const written = ledger();
    await written.begin(ENTRY);
    const oneEntry = statSync(file).size;
    await written.begin({ ...ENTRY, catalog: 'second' });
    const whole = readFileSync(file);
    for (let cut = oneEntry; cut < whole.length; cut += 7) {
      writeFileSync(file, whole);
      truncateSync(file, cut);
      await ledger().begin({ ...ENTRY, catalog: 'after' });
      const catalogs = (await ledger().entries()).map(({ catalog }) => catalog);
      expect(catalogs).toEqual(['lighting_en', 'after']);
    }
    expect(warnings.length).toBeGreaterThan(0);
  });

  test('warns of lines that cannot be read and goes on', async () => {
    const written = ledger();
    await written.begin(ENTRY);
    appendFileSync(file, 'no json\n{"id":5}\n');
    await written.begin(ENTRY);
    expect(await ledger().entries()).toHaveLength(2);
    expect(warnings).toEqual([`${file}: 2 lines cannot be read and were skipped`]);
  });

  test('keeps every line when several write at once', async () => {
    const writers = Array.from({ length: 8 }, () => ledger());
    await Promise.all(writers.flatMap((writer) => [writer.begin(ENTRY), writer.begin(ENTRY)]));
    expect(await ledger().entries()).toHaveLength(16);
  });

  test('is read once, then where it grew, by however many it is written', async () => {
    const [mine, other] = [ledger(), ledger()];
    await mine.begin(ENTRY);
    expect(await mine.entries()).toHaveLength(1);
    const whole = readFileSync(file);
    // What was read stays known: bytes that become something else in their place are not looked at again.
    writeFileSync(file, whole.toString().replace('lighting_en', 'something_e'));
    const id = await other.begin({ ...ENTRY, catalog: 'second' });
    await other.end(id, { status: 'failed', message: 'Line 3: no such product' });
    expect(await mine.entries()).toMatchObject([
      { catalog: 'lighting_en' },
      { catalog: 'second', state: 'failed', remark: 'Line 3: no such product' },
    ]);
  });

  test('does not grow for ever, and forgets none of the latest thousand requests', async () => {
    const day = 24 * 3_600_000;
    let nowMs = 0;
    const written = openLedger({ stateDir, now: () => new Date(nowMs) });
    const filler = 'x'.repeat(60_000);
    const ids: string[] = [];
    for (let nth = 0; nth < 100; nth++) {
      nowMs += day;
      const id = await written.begin({ ...ENTRY, source: `${nth}` });
      // Lines that say the same again and again, as of a request that is tried often.
      for (let more = 0; more < 3; more++) await written.update(id, { remark: filler });
      await written.update(id, { state: 'success', remark: 'done' });
      ids.push(id);
      for (const name of readdirSync(stateDir))
        utimesSync(path.join(stateDir, name), nowMs / 1_000, nowMs / 1_000);
    }
    const names = readdirSync(stateDir);
    expect(names.length).toBeLessThan(14);
    expect(names.reduce((sum, name) => sum + statSync(path.join(stateDir, name)).size, 0)).toBeLessThan(
      1_000_000,
    );
    const entries = await ledger().entries();
    expect(entries.map(({ id }) => id)).toEqual(ids.slice(-entries.length));
    expect(entries.length).toBeGreaterThan(15);
    expect(entries.at(-1)).toMatchObject({ state: 'success', remark: 'done', source: '99' });
  });

  test('that another process puts aside while it is read loses no line', async () => {
    const [mine, other] = [ledger(), ledger()];
    const id = await mine.begin(ENTRY);
    await mine.entries();
    await mine.update(id, { remark: 'x'.repeat(300_000) });
    await other.begin({ ...ENTRY, catalog: 'second' });
    expect(readdirSync(stateDir)).toHaveLength(2);
    await mine.update(id, { state: 'accepted' });
    expect(await mine.entries()).toMatchObject([{ id, state: 'accepted' }, { catalog: 'second' }]);
    expect(await mine.requestOf('staging', 'none')).toBeUndefined();
  });
});
