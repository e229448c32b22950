import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Names that someone else can register, and then receives the keys of whoever follows the line. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  'installs brctl without a scope':
    /\b(npm|npx|pnpm|yarn|bunx?|deno|corepack|pipx?|uvx?|cargo|gem|brew|apt|apt-get|snap)\b(?=[^`\n]*\s["']?brctl(@(?!npm:|file:)[^\s"']*)?["']?([\s`;&|]|$))[^`\n]*\b(install|i|add|exec|x|dlx|run|create|npx|bunx|pipx|uvx)\b/,
  'runs brctl by npx': /\b(npx|bunx|pipx run|uvx)\s+(-\S+\s+)*["']?brctl\b/,
  'imports brctl without a scope': /^\s*(import|export)\b.*\bfrom\s+['"]brctl(\/|['"])/,
  'takes an image that is not of this project': /\b(FROM|image:)\s+["']?(docker\.io\/)?brctl\b/,
  'uses an action of an owner who may be anybody': /\buses:\s*["']?(?!\.\/|actions\/|<OWNER>\/)[\w.<>-]+\//,
  // `<OWNER>` and `@OWNER` resolve nowhere. The login "owner" is somebody's.
  'names an owner who may be anybody': /(^|[^@<\w./-]|github\.com\/|ghcr\.io\/)OWNER\/brctl/,
};

function foreignNames(line: string): string[] {
  return Object.keys(FOREIGN).filter((rule) => FOREIGN[rule]?.test(line));
}

test.each([
  'RUN npm install --global brctl && mkdir /data',
  'run: command -v brctl > /dev/null || npm install --global "brctl@$VERSION"',
  'npm i -D brctl@latest',
  'npx brctl push catalog.jsonl',
  'npx --yes brctl@1 push catalog.jsonl',
  'pnpm add brctl',
  'sudo apt-get install -y brctl',
  'brew install brctl',
  "import { startEmulator } from 'brctl/emulator';",
  'FROM brctl:1',
  '    image: brctl:latest',
  '      - uses: OWNER/brctl@v1   # this repository',
  '      - uses: somebody/brctl@v1',
])('%s would be found', (line) => {
  expect(foreignNames(line)).not.toEqual([]);
});

test.each([
  'npm install --save-dev @OWNER/brctl',
  'npm install "brctl@npm:@OWNER/brctl@1"',
  'npm ci && npm run build && node bin/brctl.js',
  '      - uses: <OWNER>/brctl@<commit>',
  '      - uses: actions/checkout@v4',
  "import { startEmulator } from '@OWNER/brctl/emulator';",
])('%s names nobody else', (line) => {
  expect(foreignNames(line)).toEqual([]);
});

test('no file of the repository installs, imports or runs a name that is not ours', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const texts = files.filter(
    (file) =>
      !/\.(png|gz|zst|zip|ico|woff2?)$/.test(file) && !file.endsWith(path.basename(import.meta.filename)),
  );
  const found = texts.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        foreignNames(line).map((rule) => `${file}:${index + 1} ${rule}: ${line.trim()}`),
      ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
