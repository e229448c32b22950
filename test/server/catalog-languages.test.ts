import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';

const GERMAN = ['Stuhl aus Eiche für das Esszimmer', 'Tisch mit zwei Schubladen', 'Vase für große Sträuße'];
const FRENCH = ['Chaise en bois pour la cuisine', 'Table avec tiroirs', 'Vase pour les fleurs'];

function catalogFile(name: string, titles: readonly string[]): string {
  const file = path.join(temporaryFolder(), `${name}.jsonl`);
  const lines = titles.map((title, at) => {
    const attributes = { title, price: 1, url: `https://shop.example/${at}` };
    return JSON.stringify({ op: 'add', path: `/products/${at}`, value: { attributes } });
  });
  writeFileSync(file, lines.join('\n'));
  return file;
}

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({
    load: [
      { catalog: 'de_unset', files: [catalogFile('a', GERMAN)] },
      { catalog: 'de_set', files: [catalogFile('b', GERMAN)] },
      { catalog: 'fr', files: [catalogFile('c', FRENCH)] },
    ],
    search: { catalogs: { de_set: { language: 'de' }, fr: { language: 'fr' } } },
  });
});
afterAll(() => emulator.stop());

async function found(catalog: string, q: string): Promise<string[]> {
  const { searchUrl, env } = emulator.ready;
  const { BRCTL_ACCOUNT_ID: account = '', BRCTL_AUTH_KEY: key = '' } = env;
  const keys = { account_id: account, auth_key: key, domain_key: catalog };
  const asked = { request_type: 'search', search_type: 'keyword', 'query.spellcorrect': 'off', fl: 'pid', q };
  const answer = await fetch(`${searchUrl}?${new URLSearchParams({ ...keys, ...asked })}`);
  const { response } = (await answer.json()) as { response: { docs: { pid: string }[] } };
  return response.docs.map(({ pid }) => pid);
}

test('each catalog of one serve is searched in its own language', async () => {
  expect(await found('de_set', 'großer')).toEqual(['2']);
  expect(await found('de_unset', 'großer')).toEqual([]);
  expect(await found('fr', 'chaises')).toEqual(['0']);
});

test.each([
  ['de_unset', 'en', 'de'],
  ['de_set', 'de', 'de'],
  ['fr', 'fr', 'fr'],
])('the texts of %s are searched as %s and seem to be %s', async (catalog, language, proposed) => {
  const url = new URL(`/_brctl/catalogs/${catalog}/language`, emulator.ready.catalogUrl);
  expect(await (await fetch(url)).json()).toEqual({
    schema: 'brctl.catalog-language/1',
    catalog,
    view_id: null,
    language,
    proposed,
  });
});

test.each([
  [
    'de_unset',
    'de_unset is searched as en, but seems to be written in de: set serve.search.catalogs.de_unset.language: de',
  ],
  ['de_set', 'de_set is searched as de'],
])('doctor proposes the language of %s', async (catalog, message) => {
  const run = await runCli(['doctor', '--json'], { env: { ...emulator.ready.env, BRCTL_CATALOG: catalog } });
  const { checks } = run.json<{ checks: { name: string; message: string }[] }>();
  expect(checks.find(({ name }) => name === 'language')?.message).toBe(message);
});

test('init proposes the language of a catalog that a running serve has', async () => {
  const home = temporaryFolder();
  const state = path.join(home, '.local', 'state', 'brctl');
  mkdirSync(state, { recursive: true });
  writeFileSync(path.join(state, 'local.json'), JSON.stringify(emulator.ready));
  const run = await runCli(['init', '--catalog', 'de_unset', '--account-id', '1'], {
    cwd: temporaryFolder(),
    home,
  });
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain(
    'de_unset seems to be written in de: set serve.search.catalogs.de_unset.language: de',
  );
});

test('a language that no text can be read in is refused at the start', async () => {
  const search = { catalogs: { x: { language: 'xx' } } };
  await expect(startEmulator({ search })).rejects.toThrow('unknown language xx');
});
