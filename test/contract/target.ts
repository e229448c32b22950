import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/server/server.ts';
import { ServedDescription } from './description.ts';

/** One answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

/** The catalog area that the contract suite talks to. */
export interface Target {
  /** Undefined when the target is a live service: it cannot be looked into. */
  emulator: Emulator | undefined;
  accountId: string;
  catalog: string;
  /** A call relative to the catalog base URL, with the key of the account unless `authorization` says otherwise. */
  call(
    method: string,
    path: string,
    body?: string | Buffer,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** PUT or PATCH of a catalog's products. */
  send(method: 'PUT' | 'PATCH', body: string | Buffer, headers?: Record<string, string>): Promise<Answer>;
  /** Polls the job that an answer names until it has ended, and gives its record. */
  // biome-ignore lint/suspicious/noExplicitAny: a job record as it came
  ended(answer: Answer): Promise<any>;
  /** Why a job ended as it did: what `/_brctl/jobs/{id}` says beside the record. Nothing of a live service. */
  why(job: { id: string }): Promise<{ message: string; error_code: string }>;
  /** The stored catalog, records by path. */
  stored(): Promise<Record<string, unknown>>;
  /** Puts a file where a path list finds it. */
  upload(relativePath: string, content: string | Buffer): void;
  stop(): Promise<void>;
}

/**
 * The emulator, or the service that BRCTL_LIVE_CATALOG_URL, BRCTL_LIVE_ACCOUNT_ID, BRCTL_LIVE_API_KEY and
 * BRCTL_LIVE_CATALOG name. What needs a look inside is skipped there (`test.skipIf(isLive)`).
 */
export async function target(options: EmulatorOptions = {}): Promise<Target> {
  if (isLive) return liveTarget();
  const account = { accountId: '4242', apiKey: 'the-key', defaultCatalog: 'lighting_en' };
  const emulator = await startEmulator({ accounts: [account], ...options });
  const { origin } = new URL(emulator.ready.catalogUrl);
  const description = await ServedDescription.of(origin);
  const target = connect(emulator.ready.catalogUrl, '4242', 'the-key', 'lighting_en', description);
  return {
    ...target,
    emulator,
    why: async ({ id }) => {
      const answer = await fetch(`${origin}/_brctl/jobs/${id}`);
      const { message, error_code } = (await answer.json()) as { message: string; error_code: string };
      return { message, error_code };
    },
    stored: () => readBack(emulator),
    upload: (relativePath, content) => place(emulator, relativePath, content),
    stop: () => emulator.stop(),
  };
}

export const isLive = env.BRCTL_LIVE_CATALOG_URL !== undefined;

function liveTarget(): Target {
  const { BRCTL_LIVE_CATALOG_URL: url, BRCTL_LIVE_ACCOUNT_ID: account } = env;
  const { BRCTL_LIVE_API_KEY: key, BRCTL_LIVE_CATALOG: catalog } = env;
  if (!url || !account || !key || !catalog) throw new Error('BRCTL_LIVE_* are not all set');
  const notLive = () => {
    throw new Error('a live service cannot be looked into');
  };
  return {
    ...connect(url, account, key, catalog),
    emulator: undefined,
    why: notLive,
    stored: notLive,
    upload: notLive,
    stop: async () => undefined,
  };
}

/** @param description what every answer is held against */
function connect(
  baseUrl: string,
  accountId: string,
  apiKey: string,
  catalog: string,
  description?: ServedDescription,
) {
  const call: Target['call'] = async (method, at, body, headers = {}) => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}${at}`);
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = await response.text();
    description?.expectAnswer(method, url.pathname, {
      status: response.status,
      headers: response.headers,
      text,
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  const send: Target['send'] = (method, body, headers = {}) =>
    call(method, `/accounts/${accountId}/catalogs/${catalog}/products`, body, { ...JSON_LINES, ...headers });
  const ended: Target['ended'] = async (answer) => {
    const deadline = Date.now() + (isLive ? 600_000 : 120_000);
    for (;;) {
      const { json } = await call('GET', `/jobs/${answer.json.jobId}`);
      if (['success', 'failed', 'skipped', 'killed'].includes(json.status)) return json;
      if (Date.now() > deadline) throw new Error(`job is still ${json.status}`);
      await new Promise((resolve) => setTimeout(resolve, isLive ? 5_000 : 5));
    }
  };
  return { accountId, catalog, call, send, ended };
}

export const JSON_LINES = { 'content-type': 'application/json-patch+jsonlines' };
export const JSON_PATCH = { 'content-type': 'application/json-patch+json' };
export const SFTP_PATHS = { 'content-type': 'application/json' };

async function readBack({ catalogs }: Emulator): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of catalogs.records('lighting_en')) text += chunk;
  const operations = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return Object.fromEntries(operations.map(({ path: at, value }) => [at, value]));
}

function place({ files }: Emulator, relativePath: string, content: string | Buffer): void {
  const file = path.join(files.root, relativePath);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  files.reload();
}

/** One line of JSON Lines: a product that breaks no rule. */
export function line(id: string, more: object = {}): string {
  const attributes = { title: `Lamp ${id}`, price: 12.5, url: `https://shop.example/p/${id}`, ...more };
  return `${JSON.stringify({ op: 'add', path: `/products/${id}`, value: { attributes } })}\n`;
}
