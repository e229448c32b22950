import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { runCli } from '../cli/harness.ts';
import { bareClient, type Emulator } from './service.ts';

const file = fileURLToPath(new URL('../../../shared/data/pacifichome_mini_en.jsonl', import.meta.url));
const isHere = existsSync(file);

describe.skipIf(!isHere)(
  'the real catalog of 300 products (../shared/data/pacifichome_mini_en.jsonl)',
  () => {
    const text = isHere ? readFileSync(file, 'utf8') : '';
    const lines = text.trimEnd().split('\n');
    let emulator: Emulator;

    beforeAll(async () => {
      emulator = await startEmulator({});
    });
    afterAll(() => emulator.stop());

    const ways: [string, (catalog: string) => Promise<{ status: number; body: Record<string, unknown> }>][] =
      [
        [
          'JSON Lines',
          (catalog) => bareClient(emulator, catalog).load('PUT', 'application/json-patch+jsonlines', text),
        ],
        [
          'gzip JSON Lines',
          (catalog) =>
            bareClient(emulator, catalog).load(
              'PUT',
              'application/json-patch+jsonlines',
              new Uint8Array(gzipSync(text)),
              { 'Content-Encoding': 'gzip' },
            ),
        ],
        [
          'a JSON Patch array',
          (catalog) =>
            bareClient(emulator, catalog).load('PUT', 'application/json-patch+json', `[${lines.join(',')}]`),
        ],
        [
          'a file over SFTP',
          async (catalog) => {
            const home = path.dirname(emulator.ready.sftp.keyFile);
            const upload = await runCli(['upload', file, '--as', `${catalog}/full.jsonl.gz`], {
              env: { ...emulator.ready.env },
              home,
            });
            expect(upload.stderr).not.toContain('error');
            expect(upload.stdout.trim()).toBe(`${catalog}/full.jsonl.gz`);
            return await bareClient(emulator, catalog).load(
              'PUT',
              'application/json',
              JSON.stringify([`${catalog}/full.jsonl.gz`]),
            );
          },
        ],
      ];

    test('the four ways of delivery give the same stored catalog and the same answers', async () => {
      const seen: { stored: string; answers: string }[] = [];
      for (const [at, [way, deliver]] of ways.entries()) {
        const client = bareClient(emulator, `way_${at}`);
        const accepted = await deliver(`way_${at}`);
        expect(accepted.status, way).toBe(200);
        expect(await client.finish(accepted.body.jobId), way).toMatchObject({
          status: 'success',
          type: 'ingest full',
        });
        expect(await client.finish((await client.index()).body.jobId), way).toMatchObject({
          status: 'success',
          type: 'index update',
        });
        const queries = [
          { q: 'sofa' },
          { q: '*', sort: 'price asc', rows: '50' },
          { search_type: 'category', q: '116715' },
        ];
        const answers = await Promise.all(queries.map((query) => client.search(query)));
        expect(
          answers.map(({ response }) => response.numFound).every((found) => found > 0),
          way,
        ).toBe(true);
        seen.push({ stored: await client.stored(), answers: JSON.stringify(answers) });
      }
      for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
      expect(seen[0]?.stored.trimEnd().split('\n')).toHaveLength(300);
    });

    test('one malformed line among 300: the job fails and names the line, nothing is stored, the old index still answers', async () => {
      const client = bareClient(emulator, 'with_a_fault');
      await client.finish((await client.load('PUT', 'application/json-patch+jsonlines', text)).body.jobId);
      await client.finish((await client.index()).body.jobId);
      const before = { stored: await client.stored(), answer: await client.search({ q: 'sofa' }) };

      const broken = lines
        .with(122, '{"op":"add","path":"/products/x","value":{"attributes":{"title":"broken"')
        .join('\n');
      const { body } = await client.load('PUT', 'application/json-patch+jsonlines', broken);
      const job = await client.finish(body.jobId);
      expect(job.status).toBe('failed');
      expect(Object.keys(job)).not.toContain('message');
      expect(emulator.catalogs.job(String(body.jobId)).message).toMatch(/line 123\b/i);

      expect(await client.stored()).toBe(before.stored);
      expect(await client.search({ q: 'sofa' })).toEqual(before.answer);
      await client.finish((await client.index()).body.jobId);
      expect(await client.search({ q: 'sofa' })).toEqual(before.answer);
    });

    test('a push finds its way: full load first, then the delta of the two changes', async () => {
      const home = path.join(path.dirname(emulator.ready.sftp.keyFile), 'home');
      mkdirSync(home, { recursive: true });
      const env = { ...emulator.ready.env, BRCTL_CATALOG: 'pushed' };
      const first = await runCli(['push', file, '--json', '--quiet', '--poll', '20ms'], { env, home });
      expect(first.stderr).toBe('');
      expect(first.exitCode).toBe(0);

      const changed = lines
        .with(10, (lines[10] ?? '').replace(/"price": [0-9.]+/, '"price": 12.50'))
        .with(20, (lines[20] ?? '').replace('"title": "', '"title": "Zanzibar '));
      const next = path.join(home, 'next.jsonl');
      writeFileSync(next, `${changed.join('\n')}\n`);
      const second = await runCli(['push', next, '--json', '--quiet', '--poll', '20ms'], { env, home });
      expect(second.exitCode).toBe(0);
      const { response } = await bareClient(emulator, 'pushed').search({ q: 'zanzibar' });
      expect(response.docs).toHaveLength(1);
      expect(await bareClient(emulator, 'pushed').stored()).toContain('12.50');
    });
  },
);
