import { expect, test } from 'vitest';
import { readCatalogState } from '../../../src/client/api/catalog-state.ts';
import type { HttpTransport } from '../../../src/client/api/http.ts';

const content = { version: 3, digest: 'a'.repeat(32), records: 20 };
const schema = 'brctl.catalog-state/1';

function ask(body: unknown) {
  const answer = async () => ({ status: 200, headers: {}, text: JSON.stringify(body) });
  const transport: HttpTransport = Object.assign(answer, { close: async () => undefined });
  return readCatalogState(transport, 'http://127.0.0.1:1/v1', 'lamps', new AbortController().signal);
}

test.each([
  ['holds nothing', { schema, stored: null, published: null }, {}],
  ['holds a version', { schema, stored: content, published: null }, { stored: content }],
  ['tells no version', { schema, stored: { ...content, version: '3' }, published: null }, undefined],
  ['tells half of it', { schema, published: content }, undefined],
  ['is of another kind', { schema: 'other', stored: null, published: null }, undefined],
])('a service that %s: what cannot be read counts as unknown, never as empty', async (_what, body, state) => {
  expect(await ask(body)).toEqual(state);
});
