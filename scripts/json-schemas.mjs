// Writes docs/schema/*.json and the table of docs/reference/json-output.md, as `brctl help` prints them:
//   node scripts/json-schemas.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'docs/schema');

const help = (...words) =>
  execFileSync(process.execPath, ['bin/brctl.js', 'help', ...words], { cwd: root, encoding: 'utf8' });

const schemas = JSON.parse(help('--format', 'json-schema'));

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!Object.hasOwn(schemas, name)) rmSync(path.join(folder, name));
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(path.join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);

const page = path.join(root, 'docs/reference/json-output.md');
const text = readFileSync(page, 'utf8');
writeFileSync(
  page,
  text.replace(/\| Command \| Schema \|[\s\S]*?\n(?=\n)/, () => help('json', '--format', 'markdown')),
);
