import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(path.join(root, 'docs/how-to/test-with-containers.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```/gm)].map(
  ([, language = '', info = '', code = '']) => ({ language, info, code }),
);
const blockOf = (language: string) => blocks.find((block) => block.language === language)?.code ?? '';

/** What the snippets ask of the library, by a program of this machine in place of a container. */
const WITHOUT_CONTAINER = `
import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
export const Wait = { forHttp: (path, port) => ({ path, port, forStatusCode(code) { return { ...this, code }; } }) };
export class GenericContainer {
  constructor(image) { this.image = image; }
  withEnvironment(env) { this.env = env; return this; }
  withCopyFilesToContainer(files) { for (const { source, target } of files) copyFileSync(source, 'feed-' + basename(target)); return this; }
  withCommand(command) { this.command = command; return this; }
  withExposedPorts(port) { this.port = port; return this; }
  withWaitStrategy(strategy) { this.strategy = strategy; return this; }
  async start() {
    const args = this.command.map((word) => word.replace('/feed/', 'feed-').replace('0.0.0.0', '127.0.0.1'));
    const child = spawn(process.execPath, [process.env.PROGRAM, ...args, '--port', '0', '--sftp-port', '0', '--ready-file', 'ready.json'], { env: { ...process.env, ...this.env }, stdio: 'inherit' });
    let ready;
    while (ready === undefined && child.exitCode === null) {
      await wait(20);
      try { ready = JSON.parse(readFileSync('ready.json', 'utf8')); } catch {}
    }
    const { hostname, port, origin } = new URL(ready.searchUrl);
    const { status } = await fetch(origin + this.strategy.path);
    if (status !== this.strategy.code) throw new Error('not ready: ' + status);
    return { getHost: () => hostname, getMappedPort: () => port, stop: () => child.kill() };
  }
}`;

test('the Node snippet starts a service with the keys and the catalog of the page', async () => {
  const cwd = temporaryFolder();
  const library = path.join(cwd, 'node_modules/testcontainers');
  mkdirSync(library, { recursive: true });
  writeFileSync(
    path.join(library, 'package.json'),
    '{"name":"testcontainers","type":"module","main":"index.js"}',
  );
  writeFileSync(path.join(library, 'index.js'), WITHOUT_CONTAINER);
  writeFileSync(path.join(cwd, 'brctl.yaml'), blockOf('yaml'));
  writeFileSync(path.join(cwd, 'service.mjs'), blockOf('js'));
  copyFileSync(path.join(root, 'fixtures/catalog.jsonl'), path.join(cwd, 'catalog.jsonl'));
  const program = `
    import { startService } from './service.mjs';
    const { container, origin } = await startService();
    const query = 'account_id=6702&auth_key=test-auth-key&domain_key=products_en&request_type=search&search_type=keyword'
      + '&q=lamp&fl=pid&rows=1&url=https://shop.example&_br_uid_2=uid%3D1:v%3Dapp:ts%3D1:hc%3D1&request_id=1';
    const answer = await (await fetch(origin + '/api/v1/core/?' + query)).json();
    console.log('found', answer.response.numFound);
    await container.stop();`;
  writeFileSync(path.join(cwd, 'program.mjs'), program);
  const env = { HOME: cwd, BRCTL_IMAGE: 'brctl', PROGRAM: path.join(root, 'bin/brctl.js') };
  const run = await execa(process.execPath, ['program.mjs'], { cwd, env, reject: false });
  expect(run.stdout, run.stderr).toMatch(/found [1-9]/);
});

test.each(['js', 'java', 'python', 'go'])('the %s snippet runs the command of the page', (language) => {
  const code = blockOf(language);
  const command = blockOf('text').trim().split(' ');
  const quoted = command.map((word) => (language === 'js' ? `'${word}'` : `"${word}"`)).join(', ');
  expect(code).toContain(quoted);
  for (const text of ['BRCTL_IMAGE', '/_brctl/ready', '/feed/brctl.yaml', 'test-api-key', 'test-auth-key'])
    expect(code).toContain(text);
});
