import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

interface Value {
  type: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: number | string | boolean;
  examples?: unknown[];
}

interface Described {
  name: string;
  in: string;
  schema: Value;
}

/** A call that is taken, by the path of its description. */
const CALLS = [
  {
    path: '/api/v1/core/',
    at: '/api/v1/core/',
    query: 'auth_key=search-key&domain_key=lighting_en&search_type=keyword&q=lamp&groupby=material',
  },
  {
    path: '/api/v2/widgets/{type}/{widgetId}',
    at: '/api/v2/widgets/keyword/w',
    query: 'auth_key=search-key&domain_key=lighting_en&query=lamp',
  },
  {
    path: '/api/v2/suggest/',
    at: '/api/v2/suggest/',
    query: 'request_type=suggest&q=la&catalog_views=lighting_en',
  },
  {
    path: '/v3/fetch_widget',
    at: '/v3/fetch_widget',
    query:
      'acct_id=4242&acct_auth=widget-key&ptype=product&url=https%3A%2F%2Fshop.example%2Fp%2F1&ref=&user_agent=x&output_format=json',
  },
];

let shop: Shop;
let parametersOf: (path: string) => Described[];
beforeAll(async () => {
  shop = await openShop();
  const { json } = await shop.get('/_brctl/openapi.json', '');
  parametersOf = (path) =>
    json.paths[path].get.parameters.filter((parameter: Described) => parameter.in === 'query');
});
afterAll(() => shop.emulator.stop());

/** Values that the description takes, and values that it does not. */
function samples({ type, minimum, maximum, minLength, maxLength, ...value }: Value) {
  const taken: unknown[] = [...(value.enum ?? []), ...(value.examples ?? [])];
  const refused: unknown[] = value.enum === undefined ? [] : [`${value.enum[0]}x`];
  if (value.default !== undefined) taken.push(value.default);
  if (type === 'boolean') taken.push(true, false);
  if (type === 'boolean' || type === 'integer' || type === 'number') refused.push('x');
  if (minimum !== undefined) taken.push(minimum);
  if (minimum !== undefined) refused.push(minimum - 1);
  if (maximum !== undefined) taken.push(maximum);
  if (maximum !== undefined) refused.push(maximum + 1);
  if (minLength !== undefined) refused.push('');
  if (maxLength !== undefined) taken.push('x'.repeat(maxLength));
  if (maxLength !== undefined) refused.push('x'.repeat(maxLength + 1));
  return { taken, refused };
}

describe.each(CALLS)('what openapi.json says of the parameters of $path', ({ path, at, query }) => {
  const callWith = async (name: string, value: unknown) => {
    const parameters = new URLSearchParams(`account_id=4242&${query}`);
    parameters.set(name, String(value));
    return (await shop.get(at, String(parameters))).status;
  };

  it('is what the service accepts', async () => {
    for (const { name, schema } of parametersOf(path)) {
      for (const value of samples(schema).taken.filter(() => !isOfTheCaller(name))) {
        expect(await callWith(name, value), `${name}=${value}`).toBe(200);
      }
    }
  });

  it('is what the service refuses', async () => {
    for (const { name, schema } of parametersOf(path)) {
      for (const value of samples(schema).refused) {
        expect([400, 501], `${name}=${value}`).toContain(await callWith(name, value));
      }
    }
  });
});

/** Which account and catalog: its value says more than its type. */
const isOfTheCaller = (name: string) =>
  ['account_id', 'acct_id', 'acct_auth', 'auth_key', 'domain_key'].includes(name);
