import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BrctlError } from '../../src/base/errors.ts';
import { createRedactor } from '../../src/cli/config/redactor.ts';
import { cutToWidth, measureWidth } from '../../src/cli/output/display-width.ts';
import { toAnnotations } from '../../src/cli/output/errors.ts';
import { removeControls, toJson } from '../../src/cli/output/printable.ts';
import { withProgress } from '../../src/cli/output/progress.ts';
import { renderTable, type TableColumn } from '../../src/cli/output/table.ts';
import { runCli } from './harness.ts';

test.each([
  ['lamp', 4],
  ['été', 3],
  ['e\u0301te\u0301', 3],
  ['東京', 4],
  ['ハﾊ', 3],
  ['한국', 4],
  ['👩‍👩‍👧‍👦', 2],
  ['🎉!', 3],
  ['❤️', 2],
  ['\u200b', 0],
])('%s takes %i columns', (text, width) => {
  expect(measureWidth(text)).toBe(width);
});

test.each([
  ['lamp', 4, 'lamp'],
  ['lamps', 4, 'lam…'],
  ['東京都', 5, '東京…'],
  ['🎉🎉🎉', 4, '🎉…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦…'],
  ['e\u0301te\u0301', 2, 'e\u0301…'],
])('%s cut to %i columns is %s', (text, columns, cut) => {
  expect(cutToWidth(text, columns)).toBe(cut);
});

const COLUMNS: readonly TableColumn[] = [
  { title: 'pid' },
  { title: 'title', flexible: true },
  { title: 'brand', flexible: true, minor: true },
  { title: 'price', align: 'right' },
];
const ROWS = [
  ['w1', '東京の木製フロアランプ、とても長い名前の商品で端末の幅を超えるもの', '日本ブランド', '1234567.5'],
  ['w2', '👩‍👩‍👧‍👦 Family lamp 🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉', 'Emoji 🎁', '10'],
  [
    'w3',
    'A lamp title that goes on and on, longer than any terminal could show it in a line',
    'Brand, Inc.',
    '1',
  ],
];

function drawn(columns: number): string[] {
  const to = { stream: process.stdout, isTty: true, columns, color: false };
  return renderTable(COLUMNS, ROWS, to).trimEnd().split('\n');
}

describe('a table on a terminal', () => {
  test.each([40, 60, 80, 120])('fits %i columns, whatever the script', (columns) => {
    expect(Math.max(...drawn(columns).map(measureWidth))).toBeLessThanOrEqual(columns);
  });
  test('keeps numbers whole and lets the longest text give way', () => {
    for (const columns of [40, 60, 80]) expect(drawn(columns)[1]).toMatch(/1234567\.5$/);
  });
  test('leaves minor columns out where there is no room, and only there', () => {
    expect(drawn(30)[0]).not.toContain('brand');
    expect(drawn(80)[0]).toContain('brand');
  });
});

const HOSTILE = 'evil \u001b[31mred\u001b]0;owned\u0007 \u009b31m \u202egnp.exe\u0000';

test('control characters of data do not steer the terminal', async () => {
  expect(removeControls(HOSTILE)).toBe('evil [31mred]0;owned 31m gnp.exe');
  const run = await runCli(['search', 'x', '--rows', HOSTILE]);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).not.toContain('\u001b');
});

test('JSON escapes the control characters that JSON itself would let pass', () => {
  const text = toJson({ title: HOSTILE });
  expect(text).toContain('\\u009b31m');
  expect(JSON.parse(text)).toEqual({ title: HOSTILE });
});

test('GitHub gets one annotation for each problem, escaped', () => {
  const error = new BrctlError('2 problems', {
    kind: 'input',
    code: 'input.bad',
    problems: [
      { severity: 'error', code: 'a', message: '50 % off\nnow', file: 'a,b:c.jsonl', line: 3, column: 7 },
      { severity: 'warning', code: 'b', message: 'plain' },
    ],
  });
  expect(toAnnotations(error, 20)).toBe(
    '::error file=a%2Cb%3Ac.jsonl,line=3,col=7::50 %25 off%0Anow\n::warning::plain\n',
  );
  expect(toAnnotations(error, 1).split('\n')).toHaveLength(2);
});

test('in a workflow each finding of validate stands beside its line', async () => {
  const argv = ['validate', '-'];
  const stdin = '{"op":"ad","path":"/products/1"}\n';
  const run = await runCli(argv, { stdin, env: { GITHUB_ACTIONS: 'true' } });
  expect([run.exitCode, run.stderr]).toEqual([
    4,
    expect.stringMatching(/^::error file=[^:]*,line=1,col=7::/m),
  ]);
  expect((await runCli(argv, { stdin })).stderr).not.toContain('::');
});

test('in a workflow a warning about a line stands beside it', async () => {
  const stdin =
    '{"op":"add","path":"/products/1","value":{"attributes":{"title":"a","title":"b","price":1,"url":"u"}}}\n';
  const run = await runCli(['diff', '/dev/null', '-'], { stdin, env: { GITHUB_ACTIONS: '1' } });
  expect([run.exitCode, run.stderr]).toEqual([
    0,
    expect.stringMatching(/^::warning file=[^:]*,line=1::an obj/m),
  ]);
});

test('in a workflow an error is annotated, but not beside --json', async () => {
  const env = { GITHUB_ACTIONS: 'true' };
  expect((await runCli(['diff', 'none.jsonl', 'nothing.jsonl'], { env })).stderr).toContain('::error file=');
  const json = await runCli(['diff', 'none.jsonl', 'nothing.jsonl', '--json'], { env });
  expect(json.stderr.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer ***'],
  ['Authorization: Bearer ***', 'Authorization: Bearer ***'],
  ['authorization=abcdef', 'authorization=***'],
  ['?auth_key=abc&q=lamp', '?auth_key=***&q=lamp'],
])('%s is shown as %s', (text, shown) => {
  expect(createRedactor().redact(text)).toBe(shown);
});

describe('progress', () => {
  afterEach(() => void vi.useRealTimers());
  /** What half a minute's work says on stderr, with a report after 5 s and after 25 s. */
  async function said(stream: { isTty: boolean; plain?: boolean }, json = false): Promise<string[]> {
    vi.useFakeTimers();
    const lines: string[] = [];
    const stderr = { stream: process.stderr, columns: 80, color: false, ...stream };
    const to = { stderr, json, write: (line: string) => void lines.push(line), now: () => new Date() };
    await withProgress('loading', to, async (report) => {
      await vi.advanceTimersByTimeAsync(5_000);
      report({ done: 1_000_000, total: 4_000_000, unit: 'bytes' });
      await vi.advanceTimersByTimeAsync(20_000);
      report({ done: 4_000_000, total: 4_000_000, unit: 'bytes' });
    });
    return lines;
  }
  const LINES = [
    'loading',
    'loading: 25 %, 100.0 kB/s, 30s left',
    'loading: 25 %, 50.0 kB/s, 1m left',
    'loading: 4.0 MB, 25s, done',
  ];
  test('is an event every 10 s with --json, and none for short work', async () => {
    const events = (await said({ isTty: false }, true)).map((line) => JSON.parse(line).progress);
    expect(events).toEqual([
      { step: 'loading', done: 1e6, total: 4e6, unit: 'bytes', elapsed_ms: 10_000, ended: false },
      { step: 'loading', done: 1e6, total: 4e6, unit: 'bytes', elapsed_ms: 20_000, ended: false },
      { step: 'loading', done: 4e6, total: 4e6, unit: 'bytes', elapsed_ms: 25_000, ended: true },
    ]);
    const run = await runCli(['validate', '--json', 'none.jsonl']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });
  test('says how long it takes where it is not known how much there is', async () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const stderr = { stream: process.stderr, columns: 80, color: false, isTty: false };
    const to = { stderr, json: false, write: (line: string) => void lines.push(line), now: () => new Date() };
    await withProgress('waiting', to, async (report) => {
      report('running');
      await vi.advanceTimersByTimeAsync(12_000);
    });
    expect(lines).toEqual(['waiting', 'waiting: running, 10s', 'waiting: running, 12s, done']);
  });
  test('is a line at the start, every 10 s and at the end where stderr is no terminal', async () => {
    expect(await said({ isTty: false })).toEqual(LINES);
  });
  test.each([
    ['success', '✓ applying: success\n'],
    ['failed', '✗ applying: failed\n'],
    ['9f2 killed', '✗ applying: 9f2 killed\n'],
    ['waiting for the job that is before it', '✓ applying: waiting for the job\n  that is before it\n'],
  ])('leaves a line on a terminal that says how the job ended: %s', async (state, line) => {
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), {
      columns: 32,
      clearLine: () => true,
      cursorTo: () => true,
      moveCursor: () => true,
    });
    const stderr = { stream, isTty: true, columns: 32, color: false };
    const to = { stderr, json: false, write: () => undefined, now: () => new Date(0) };
    await withProgress('applying', to, async (report) => report(state));
    expect(String(stream.read())).toContain(line);
  });
  test('is the same on a terminal that cannot redraw', async () => {
    expect(await said({ isTty: true, plain: true })).toEqual(LINES);
  });
});

test('-q leaves stdout as it is, and stderr empty where all is well', async () => {
  const valid = fileURLToPath(new URL('../../fixtures/catalog.jsonl', import.meta.url));
  const run = await runCli(['validate', '-q', valid]);
  const { stdout } = await runCli(['validate', valid]);
  expect([run.exitCode, run.stdout, run.stderr]).toEqual([0, stdout, '']);
  expect((await runCli(['validate', '-q', '--json', valid])).stdout).toContain('"valid":true');
});
