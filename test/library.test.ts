import { expect, test } from 'vitest';

/** Names that other programs import: stable since 1.0.0. */
test.each([
  ['../src/server/server.ts', ['startEmulator']],
  ['../src/catalog/delta/diff.ts', ['diffCatalogs']],
  ['../src/catalog/delta/apply.ts', ['applyDeltas']],
  ['../src/catalog/validate.ts', ['validateInput']],
  ['../src/catalog/input.ts', ['fileInput']],
])('%s exports what other programs import', async (module, names) => {
  expect(Object.keys(await import(module)).sort()).toEqual(names);
});
