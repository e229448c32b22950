// Sorts the test files into Vitest's projects by what they use, so that no list has to be kept:
// `unit` needs nothing but the process of the test, `process` starts services, threads or programs, or tries thousands of cases,
// `world` uses what has to be installed: Chromium, OpenSSH, a cluster, the packaged program,
// `alone` puts a module in another's place, or measures its own process.
// But for those of `alone`, files share a process and its modules: loading them again for each took as long as running it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ALONE = /vi\.mock\(|process\.\w+Usage|proc\/self\/(?:task|fd)'/;
const WORLD =
  /playwright-core|\/sshd\.ts|\/tinyproxy\.ts|\/binaries\.ts|shell-blocks|BRCTL_TEST_OPENSEARCH|^\/\/ test\/(?:e2e|peers|deploy|scripts|docs)\//m;
const PROCESS =
  /execa|node:child_process|node:worker_threads|node:http'|node:net|fastify|(?:server|open-instance|opened-catalogs|push-world|local-sftp)\.ts|cli\/run\.ts|\.worker\./;
/** By the names of files: they try thousands of cases, or large ones. */
const MANY_CASES =
  /law|hostile|large|minimality|kill|crash|linear|orders|inputs|real-catalog|encodings|catalog-join|gzip-sources/;

/** @returns {{unit: string[], process: string[], world: string[], alone: string[]}} test files by project, as paths from the root */
export function testProjects(root) {
  const projects = { unit: [], process: [], world: [], alone: [] };
  const files = readdirSync(path.join(root, 'test'), { recursive: true }).map((file) => `test/${file}`);
  for (const file of files.filter((name) => name.endsWith('.test.ts')))
    projects[projectOf(root, file)].push(file);
  return projects;
}

function projectOf(root, file) {
  const text = [...withHelpers(root, file)]
    .map((each) => `// ${each}\n${readFileSync(path.join(root, each), 'utf8')}`)
    .join('\n');
  if (ALONE.test(text)) return 'alone';
  if (WORLD.test(text)) return 'world';
  return PROCESS.test(text) || MANY_CASES.test(path.basename(file)) ? 'process' : 'unit';
}

/** The file and all of test/ that it imports. */
function withHelpers(root, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const [, specifier] of text.matchAll(/from '(\.[^']+)'/g)) {
    const target = path.join(path.dirname(file), specifier);
    if (target.startsWith('test/') && existsSync(path.join(root, target))) withHelpers(root, target, seen);
  }
  return seen;
}
