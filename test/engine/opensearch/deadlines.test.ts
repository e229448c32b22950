import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS, type SearchEngine } from '../../../src/engine/engine.ts';
import { openOpenSearch } from '../../../src/server/engines/open-opensearch.ts';
import { HandClock } from './sharing/documents-in-memory.ts';

const opened: { server: Server; engine: SearchEngine }[] = [];

afterEach(async () => {
  for (const { server, engine } of opened.splice(0)) {
    await engine.close();
    server.closeAllConnections();
    server.close();
  }
});

const STATE = { index: 'lamps', catalog: 'lamps_en', version: 1, stamp: 1, ended: [], gaps: [], fields: [] };
const REF = { engine: 'opensearch', format: '13', name: 'lamps', version: 1 };
const PLACE = { _seq_no: 1, _primary_term: 1 };

/** A cluster with one built version that hangs whenever it is asked this, and else agrees; with an engine on it whose time passes by hand. */
async function hangingAt(asked: RegExp) {
  const requests: string[] = [];
  let brokenOff = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const text = `${request.method} ${decodeURIComponent(request.url ?? '')} ${body}`;
      requests.push(text);
      response.once('close', () => {
        if (!response.writableFinished) brokenOff++;
      });
      if (asked.test(text)) return;
      const isMissing = /^GET .*_doc\/(lease|catalog) /.test(text);
      const source = { _id: 'x', ...PLACE, _source: { text: JSON.stringify(STATE) } };
      response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isMissing ? {} : source));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = new HandClock();
  const engine = openOpenSearch({
    cluster: { urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] },
    scope: 'local',
    owner: 'a',
    keepsIndexes: true,
    clock,
    warn: () => undefined,
  });
  opened.push({ server, engine });
  const sent = (pattern: RegExp) => requests.filter((request) => pattern.test(request));
  const until = (pattern: RegExp) => vi.waitUntil(() => sent(pattern).length > 0, { timeout: 20_000 });
  return { engine, clock, sent, until, brokenOff: () => brokenOff };
}

const late = { kind: 'temporary', code: 'engine.cluster_unreachable' };

test('a copy ends with its deadline, whatever the cluster does: its index takes writes again, and nothing is left of it', async () => {
  const { engine, clock, sent, until, brokenOff } = await hangingAt(/_clone/);
  const copying = engine.copy(REF);
  const failed = expect(copying).rejects.toMatchObject({
    ...late,
    details: { why: 'copying an index: not done within 300 s' },
  });
  await until(/_clone/);
  await clock.pass(299_000, 10_000);
  expect(brokenOff()).toBe(0);
  await clock.pass(2_000);
  await failed;
  await until(/^PUT \/lamps\/_settings {"index.blocks.write":null}/);
  await until(/^DELETE \/brctl-index-/);
  expect(brokenOff()).toBe(1);
  expect(sent(/_clone/)).toHaveLength(1);
});

test('a publication ends with its deadline, and is not announced behind it; its lease is renewed on', async () => {
  const { engine, clock, sent, until, brokenOff } = await hangingAt(/^PUT .*_doc\/catalog /);
  const settings = { family: 'products' as const, ...DEFAULT_SEARCH_SETTINGS };
  const publishing = engine.publish({ catalog: 'lamps_en', ref: REF, fields: [], records: '', settings });
  const failed = expect(publishing).rejects.toMatchObject({
    ...late,
    details: { why: 'publishing a version: not done within 120 s' },
  });
  await until(/^PUT .*_doc\/catalog /);
  await clock.pass(121_000, 10_000);
  await failed;
  await vi.waitUntil(() => brokenOff() === 1, { timeout: 20_000 });
  expect(sent(/^PUT .*_doc\/catalog /)).toHaveLength(1);
  const renewals = () => sent(/^PUT .*_doc\/lease /).length;
  const before = renewals();
  await vi.waitUntil(
    async () => {
      await clock.pass(2_500, 500);
      return renewals() > before + 1;
    },
    { timeout: 20_000 },
  );
});
