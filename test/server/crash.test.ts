import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { createSeededRandom } from '../../src/base/process/quick-random.ts';
import type { ReadyObject } from '../../src/server/server.ts';
import { ServeProcess } from '../serve-process.ts';
import { temporaryFolder } from '../temp-folder.ts';

/** Kills per run; BRCTL_CRASH_ROUNDS=200 for a long one, BRCTL_CRASH_SEED to go another way. */
const ROUNDS = Number(env.BRCTL_CRASH_ROUNDS ?? 4);
const SEED = Number(env.BRCTL_CRASH_SEED ?? 1);
const RECORDS = 40;
const MAX_LIFE_MS = 400;

/** A change that was asked for: after it, every record carries `mark`, or there is no catalog. */
interface Change {
  kind: 'PUT' | 'PATCH' | 'files' | 'index' | 'reset';
  mark: number;
  jobId: string | undefined;
}

let lastProcess: ServeProcess | undefined;
afterEach(() => lastProcess?.kill());

/** Calls of the catalog area and control calls, of a process that may be killed meanwhile. */
class Serve {
  readonly #process: ServeProcess;

  private constructor(process: ServeProcess) {
    this.#process = process;
  }

  static async start(folder: string): Promise<Serve> {
    lastProcess = await ServeProcess.start(folder);
    return new Serve(lastProcess);
  }

  get folder(): string {
    return this.#process.folder;
  }

  get ready(): ReadyObject {
    return this.#process.ready;
  }

  /** Kills the process while it is called; the next one takes its place, and is killed in the next round. */
  async killWithin(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.#process.kill();
  }

  async call(
    method: string,
    at: string,
    body?: string,
    type = 'application/json-patch+jsonlines',
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  ): Promise<any> {
    const { BRCTL_API_KEY: key } = this.ready.env;
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const url = at.startsWith('/_brctl')
      ? new URL(at, this.ready.catalogUrl)
      : `${this.ready.catalogUrl}${at}`;
    const signal = this.#process.exited;
    const answer = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return answer.headers.get('content-type')?.startsWith('application/json;') ? JSON.parse(text) : text;
  }

  /** The snapshot `kept` as an archive. */
  async archive(): Promise<ArrayBuffer> {
    return await (await fetch(this.#archiveUrl)).arrayBuffer();
  }

  async replaceSnapshot(archive: ArrayBuffer): Promise<void> {
    const answer = await fetch(this.#archiveUrl, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip' },
      body: archive,
      signal: this.#process.exited,
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  get #archiveUrl(): URL {
    return new URL('/_brctl/snapshots/kept/archive', this.ready.catalogUrl);
  }

  catalogPath(call: string): string {
    return `/accounts/${this.ready.env.BRCTL_ACCOUNT_ID}/catalogs/crash/${call}`;
  }
}

test(
  `nothing acknowledged is lost and nothing is half applied in ${ROUNDS} kills`,
  async () => {
    const folder = temporaryFolder();
    const random = createSeededRandom(SEED);
    /** What is known to be there before a round: the mark that all records carry, null for no catalog. */
    let known: number | null = null;
    let mark = 0;
    let serve = await Serve.start(folder);
    for (let round = 0; round < ROUNDS; round++) {
      const killed = serve.killWithin(random() * MAX_LIFE_MS);
      const changes: Change[] = [];
      try {
        for (;;)
          changes.push(await change(serve, random, ++mark, known !== null || changes.length > 0, changes));
      } catch {
        // The kill came; the change that was under way may or may not have been taken.
      }
      await killed;
      serve = await Serve.start(folder);
      known = await check(serve, known, changes, mark);
    }
  },
  30_000 + ROUNDS * 20_000,
);

/** Characters a record has in a snapshot that is large enough to be copied ahead of resets. */
const LARGE_CHARACTERS = 300_000;
const databases = (folder: string) =>
  ['local', 'local/index']
    .flatMap((each) => readdirSync(path.join(folder, each)))
    .filter((name) => /\.db$/.test(name));

test(
  `a snapshot that is copied ahead is whole after each of ${ROUNDS} kills, and nothing is left of its copies`,
  async () => {
    const folder = temporaryFolder();
    const random = createSeededRandom(SEED);
    let serve = await Serve.start(folder);
    await serve.call('PUT', serve.catalogPath('products'), records(0, LARGE_CHARACTERS));
    await serve.call('POST', serve.catalogPath('indexes'));
    await settled(serve);
    await serve.call('PUT', '/_brctl/snapshots/large');
    for (let round = 0; round < ROUNDS; round++) {
      const killed = serve.killWithin(random() * MAX_LIFE_MS);
      try {
        for (let mark = 1; ; mark++) {
          await serve.call('PATCH', serve.catalogPath('products'), marks(mark));
          await settled(serve);
          await serve.call('POST', '/_brctl/reset', '{"snapshot":"large"}', 'application/json');
          if ((await heldMark(serve)) !== 0) throw new Error('a reset left a change');
        }
      } catch (error) {
        // The kill came.
        expect(String(error)).not.toContain('a reset left a change');
      }
      await killed;
      serve = await Serve.start(folder);
      await settled(serve);
      expect(await heldMark(serve)).not.toBeNull();
      await serve.call('POST', '/_brctl/reset', '{"snapshot":"large"}', 'application/json');
      expect(await heldMark(serve)).toBe(0);
      await checkSearch(serve);
      await serve.call('DELETE', '/_brctl/snapshots/large');
      // The state, and the records and the index in use: no copies, neither of this process nor of the killed one.
      await untilDefined(() => (databases(folder).length === 3 ? true : undefined));
      await serve.call('PUT', '/_brctl/snapshots/large');
    }
  },
  30_000 + ROUNDS * 20_000,
);

test(
  `a snapshot that an archive takes the place of is the old one or the new one after each of ${ROUNDS} kills`,
  async () => {
    const folder = temporaryFolder();
    const random = createSeededRandom(SEED);
    let serve = await Serve.start(folder);
    const archives: ArrayBuffer[] = [];
    for (const mark of [1, 2]) {
      await serve.call('PUT', serve.catalogPath('products'), records(mark, LARGE_CHARACTERS / 10));
      await serve.call('POST', serve.catalogPath('indexes'));
      await settled(serve);
      await serve.call('PUT', '/_brctl/snapshots/kept');
      archives.push(await serve.archive());
    }
    for (let round = 0; round < ROUNDS; round++) {
      const killed = serve.killWithin(random() * 4 * MAX_LIFE_MS);
      // What the snapshot has where no import has been acknowledged, or the last one was.
      let marks = [1, 2];
      try {
        for (let count = 0; ; count++) {
          const mark = (count % 2) + 1;
          marks = [...marks, mark];
          await serve.replaceSnapshot(archives[mark - 1] as ArrayBuffer);
          marks = [mark];
        }
      } catch {
        // The kill came.
      }
      await killed;
      serve = await Serve.start(folder);
      expect(readdirSync(path.join(folder, 'local', 'snapshots'))).toEqual(['kept']);
      await serve.call('POST', '/_brctl/reset', '{"snapshot":"kept"}', 'application/json');
      expect(marks).toContain(await heldMark(serve));
      await checkSearch(serve);
      expect(await searchedMark(serve)).toBe(await heldMark(serve));
    }
  },
  60_000 + ROUNDS * 20_000,
);

test(
  `an index that was told of has what was loaded before it, after each of ${ROUNDS} kills`,
  async () => {
    const folder = temporaryFolder();
    const random = createSeededRandom(SEED);
    let mark = 0;
    let indexed = 0;
    let serve = await Serve.start(folder);
    await serve.call('PUT', serve.catalogPath('products'), records(mark));
    await serve.call('POST', serve.catalogPath('indexes'));
    await settled(serve);
    for (let round = 0; round < ROUNDS; round++) {
      const killed = serve.killWithin(random() * 2 * MAX_LIFE_MS);
      try {
        for (;;) {
          mark++;
          await serve.call('PATCH', serve.catalogPath('products'), marks(mark));
          await serve.call('POST', serve.catalogPath('indexes'));
          await settled(serve);
          indexed = mark;
        }
      } catch {
        // The kill came.
      }
      await killed;
      serve = await Serve.start(folder);
      await checkSearch(serve);
      await settled(serve);
      await checkSearch(serve);
      const [held, searched] = [await heldMark(serve), await searchedMark(serve)];
      expect([indexed, mark]).toContain(held);
      expect(searched).toBeGreaterThanOrEqual(indexed);
      expect(searched).toBeLessThanOrEqual(held ?? 0);
      await serve.call('POST', serve.catalogPath('indexes'));
      await settled(serve);
      expect(await searchedMark(serve)).toBe(held);
      indexed = held ?? 0;
    }
  },
  60_000 + ROUNDS * 20_000,
);

/** Waits until every job has ended. */
function settled(serve: Serve): Promise<{ id: string; status: string }[]> {
  return untilDefined(async () => {
    const { jobs } = (await serve.call('GET', '/_brctl/jobs')) as { jobs: { id: string; status: string }[] };
    return jobs.every(({ status }) => !['creating', 'queued', 'running'].includes(status)) ? jobs : undefined;
  });
}

/** Asks for one change, and notes it once it is acknowledged. */
async function change(
  serve: Serve,
  random: () => number,
  mark: number,
  hasCatalog: boolean,
  before: readonly Change[],
): Promise<Change> {
  const dice = random();
  if (!hasCatalog || before.at(-1)?.kind === 'reset' || dice < 0.3) {
    const { jobId } = await serve.call('PUT', serve.catalogPath('products'), records(mark));
    return { kind: 'PUT', mark, jobId };
  }
  if (dice < 0.7) {
    const { jobId } = await serve.call('PATCH', serve.catalogPath('products'), marks(mark));
    return { kind: 'PATCH', mark, jobId };
  }
  if (dice < 0.8) {
    const file = `marks-${mark}.jsonl`;
    writeFileSync(path.join(serve.folder, 'local', 'sftp', file), marks(mark));
    const { jobId } = await serve.call(
      'PATCH',
      serve.catalogPath('products'),
      JSON.stringify([file]),
      'application/json',
    );
    return { kind: 'files', mark, jobId };
  }
  if (dice < 0.95) {
    const { jobId } = await serve.call('POST', serve.catalogPath('indexes'));
    return { kind: 'index', mark, jobId };
  }
  await serve.call('POST', '/_brctl/reset');
  return { kind: 'reset', mark, jobId: undefined };
}

/** Compares the service with what was acknowledged; gives the mark that it holds. */
async function check(
  serve: Serve,
  known: number | null,
  changes: Change[],
  lastMark: number,
): Promise<number | null> {
  const lastReset = changes.findLastIndex(({ kind }) => kind === 'reset');
  const since = changes.slice(lastReset + 1);
  const expected = since.findLast(({ kind }) => kind !== 'index')?.mark ?? (lastReset === -1 ? known : null);
  const jobs = await settled(serve);
  const byId = new Map(jobs.map(({ id, status }) => [id, status]));
  const held = await heldMark(serve);
  // One change more may have been taken before the kill, its answer lost on the way: also a reset.
  const wasReset = held === null && byId.size === 0;
  if (!wasReset) {
    for (const { jobId, kind } of since) {
      const ends = kind === 'index' ? ['success', 'skipped'] : ['success'];
      expect(ends).toContain(byId.get(jobId ?? ''));
    }
  }
  expect([expected, lastMark, ...(wasReset ? [null] : [])]).toContain(held);
  await checkSearch(serve);
  return held;
}

/** The one mark that every record of the stored catalog carries. */
async function heldMark(serve: Serve): Promise<number | null> {
  const { catalogs } = await serve.call('GET', '/_brctl/catalogs');
  if (catalogs.length === 0) return null;
  const text: string = await serve.call('GET', '/_brctl/catalogs/crash/records');
  const stored = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(stored).toHaveLength(RECORDS);
  expect(catalogs[0].records).toBe(RECORDS);
  const marks = new Set(stored.map(({ value }) => value.attributes.mark));
  expect(marks.size).toBe(1);
  return [...marks][0] as number;
}

/** What is published is whole, and of one version. */
async function checkSearch(serve: Serve): Promise<void> {
  const { catalogs } = await serve.call('GET', '/_brctl/catalogs');
  if ((catalogs[0]?.documents ?? 0) > 0) await searchedMark(serve);
}

/** The one mark that every product of a search carries. */
async function searchedMark(serve: Serve): Promise<number> {
  const url = new URL(serve.ready.searchUrl);
  url.search = new URLSearchParams({
    account_id: serve.ready.env.BRCTL_ACCOUNT_ID ?? '',
    auth_key: serve.ready.env.BRCTL_AUTH_KEY ?? '',
    domain_key: 'crash',
    request_type: 'search',
    search_type: 'keyword',
    q: 'lamp',
    fl: 'pid,mark',
    rows: '200',
    url: 'https://shop.example/',
  }).toString();
  const answer = await fetch(url);
  const { response } = (await answer.json()) as { response: { docs: { mark: unknown }[] } };
  expect(response.docs).toHaveLength(RECORDS);
  const marks = new Set(response.docs.map(({ mark }) => String(mark)));
  expect(marks.size).toBe(1);
  return Number([...marks][0]);
}

/** @param noteCharacters makes records large */
function records(mark: number, noteCharacters = 0): string {
  const note = 'x'.repeat(noteCharacters);
  return Array.from({ length: RECORDS }, (_, at) => {
    const attributes = { title: `Lamp ${at}`, price: at, url: `https://shop.example/p/${at}`, mark, note };
    return `${JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } })}\n`;
  }).join('');
}

function marks(mark: number): string {
  return Array.from(
    { length: RECORDS },
    (_, at) => `${JSON.stringify({ op: 'add', path: `/products/p${at}/attributes/mark`, value: mark })}\n`,
  ).join('');
}

async function untilDefined<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
