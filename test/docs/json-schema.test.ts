import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';

const docs = new URL('../../docs/', import.meta.url);
const page = (name: string) => readFileSync(new URL(name, docs), 'utf8');

async function help(...words: string[]): Promise<string> {
  return (await runCli(['help', ...words])).stdout;
}

interface Schema {
  title?: string;
  anyOf?: Schema[];
}

test('docs/reference/json-output.md lists the document of each command', () => {
  const listed = [...page('reference/json-output.md').matchAll(/^- `([^`]+)`.*\(\.\.\/schema\/([^)]+)\)$/gm)];
  const described = readdirSync(new URL('schema/', docs)).flatMap((name) => {
    const schema = JSON.parse(page(`schema/${name}`)) as Schema;
    return (schema.anyOf ?? [schema]).map(({ title }) => `${title} ${name}`);
  });
  const rows = listed.map(([, command, file]) => `brctl ${command} --json ${file}`);
  expect(rows.sort()).toEqual(described.sort());
});

test('all schemas are printed by the names of their files', async () => {
  const schemas = JSON.parse(await help('--format', 'json-schema')) as Record<string, unknown>;
  expect(Object.keys(schemas).sort()).toEqual(readdirSync(new URL('schema/', docs)).sort());
});

test('each file is a JSON Schema that takes nothing but its own documents', () => {
  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  for (const name of readdirSync(new URL('schema/', docs))) {
    const validate = ajv.compile(JSON.parse(page(`schema/${name}`)));
    expect(validate({ schema: 'brctl.other/1' }), name).toBe(false);
  }
});

test('the schema of one command is printed by its name', async () => {
  const schema = JSON.parse(await help('files', 'ls', '--format', 'json-schema')) as object;
  expect(schema).toEqual(JSON.parse(page('schema/files.1.json')));
  expect(schema).toMatchObject({
    properties: {
      schema: { const: 'brctl.files/1' },
      files: { items: { properties: { modified_at: { type: 'string', format: 'date-time' } } } },
    },
    required: ['schema', 'files'],
  });
  const run = await runCli(['help', 'nonsense', '--format', 'json-schema']);
  expect(run.exitCode).toBe(2);
});

test('what may be missing, empty or one of some words is described so', async () => {
  const { properties } = JSON.parse(await help('explain', '--format', 'json-schema'));
  expect(properties.above).toMatchObject({ anyOf: [{ type: 'null' }, { type: 'object' }] });
  expect(properties.found).toMatchObject({ anyOf: [{ type: 'boolean' }, { type: 'null' }] });
  expect(properties.gates.items.properties.state).toEqual({
    enum: ['passed', 'failed', 'unknown', 'skipped'],
  });
  expect(properties.gates.items.required).toEqual(['gate', 'state', 'message']);
});
