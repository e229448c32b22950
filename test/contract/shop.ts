import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/server/server.ts';
import { ServedDescription } from './description.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/** One answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

/** A product of the fixtures, as the feed gives it. */
export interface Product {
  id: string;
  attributes: {
    title: string;
    brand: string;
    price: number;
    availability: boolean;
    url: string;
    category_paths: { id: string; name: string }[][];
  };
}

/** A running service with the shop's catalog `lighting_en` and its guides `guides_en`, both indexed. */
export interface Shop {
  get(path: string, query: string, headers?: Record<string, string>): Promise<Answer>;
  /** A search of the shop's products with the account's keys. */
  search(query: string): Promise<Answer>;
  emulator: Emulator;
}

export async function openShop(options: EmulatorOptions = {}): Promise<Shop> {
  const emulator = await startEmulator({
    accounts: [
      { accountId: '4242', authKey: 'search-key', acctAuth: 'widget-key', defaultCatalog: 'lighting_en' },
    ],
    load: [
      { catalog: 'lighting_en', files: [fixture('catalog.jsonl')] },
      { catalog: 'guides_en', files: [fixture('guides.jsonl')] },
    ],
    ...options,
  });
  const { origin } = new URL(emulator.ready.searchUrl);
  const description = await ServedDescription.of(origin);
  const get = async (path: string, query: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await fetch(`${origin}${path}?${query}`, { headers });
    const text = await answer.text();
    description.expectAnswer('GET', path, { status: answer.status, headers: answer.headers, text });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  const keys = 'account_id=4242&auth_key=search-key&domain_key=lighting_en&request_type=search';
  return { get, search: (query) => get('/api/v1/core/', `${keys}&${query}`), emulator };
}

/** The products that shoppers of the shop see, read from the feed itself. */
export function availableProducts(): Product[] {
  const lines = readFileSync(fixture('catalog.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { path: string; value: Omit<Product, 'id'> })
    .map(({ path, value }) => ({ id: path.slice('/products/'.length), attributes: value.attributes }))
    .filter(({ attributes }) => attributes.availability);
}
