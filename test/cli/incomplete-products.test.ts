import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const REMARK = /will not be indexed; first: "p3" \(line 3, no price\)/;

let emulator: Emulator;
let home: string;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  home = temporaryFolder();
  await emulator.reset();
  const lines = Array.from({ length: 30 }, (_, at) => {
    const url = `https://shop.example/p${at + 1}`;
    const attributes = { title: `Lamp ${at + 1}`, url, ...(at !== 2 && { price: 10 }) };
    return `${JSON.stringify({ op: 'add', path: `/products/p${at + 1}`, value: { attributes } })}\n`;
  });
  writeFileSync(path.join(home, 'catalog.jsonl'), lines.join(''));
});

test.each([
  [['submit', 'catalog.jsonl', '--wait', '--poll', '20ms']],
  [['push', 'catalog.jsonl', '--no-verify', '--poll', '20ms']],
])('%j tells of a product that no search will show, and succeeds', async (argv) => {
  const result = await runCli(argv, { env: emulator.ready.env, home, cwd: home });
  expect(result.exitCode, result.stderr).toBe(0);
  expect(result.stderr).toMatch(REMARK);
});
