// npm run test:quick: the unit tests, then the tests of what changed since the last commit (or since `-- <revision>`).
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testProjects } from './test-projects.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', process.argv[2] ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const { unit } = testProjects(root);
const tests = changed
  .map((file) => file.replace(/^src\/(.*)\.tsx?$/, 'test/$1.test.ts'))
  .filter((file) => file.endsWith('.test.ts') && existsSync(path.join(root, file)) && !unit.includes(file));

const vitest = (...args) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
  }).status ?? 1;
const status = vitest('--project', 'unit');
process.exitCode = status !== 0 || tests.length === 0 ? status : vitest(...new Set(tests));
