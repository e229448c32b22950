import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/server/server.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

interface Asset {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it goes over the wire: `fetch` would inflate it. */
function asset(path: string, headers: Record<string, string>): Promise<Asset> {
  const url = new URL(path, emulator.ready.searchUrl);
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

test.each(['/_brctl/', '/_brctl/assets/inspector.js', '/_brctl/assets/inspector.css'])(
  '%s comes compressed, and once',
  async (path) => {
    const plain = await asset(path, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    const gzipped = await asset(path, { 'accept-encoding': 'gzip, br' });
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true);
    const again = await asset(path, { 'if-none-match': String(plain.headers.etag) });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, plain.headers.etag]);
  },
);

test('what the style sheets and drawings name by var() is declared', () => {
  const folder = new URL('../../../src/server/inspector/', import.meta.url);
  const sheets = readdirSync(new URL('styles/', folder));
  const styles = sheets.map((sheet) => readFileSync(new URL(`styles/${sheet}`, folder), 'utf8')).join('\n');
  const [, tones = ''] =
    /type Tone =([^;]+);/.exec(readFileSync(new URL('parts/chart.tsx', folder), 'utf8')) ?? [];
  const inDrawings = tones.match(/[a-z-]+/g)?.map((tone) => `--${tone}`) ?? [];
  const named = [...(styles.match(/(?<=var\()--[\w-]+/g) ?? []), ...inDrawings];
  expect(named).toContain('--bar-bad');
  expect(named.filter((name) => !styles.includes(` ${name}: `))).toEqual([]);
});
