import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fileOf, line } from './run-diff.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const oldFile = fileOf(line('a', { attributes: { price: 1 } }));
const newFile = fileOf(line('a', { attributes: { price: 2 } }));

/** Runs Node where V8 cannot reserve its 10 GB for a WebAssembly memory. */
function runInLittleSpace(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  kilobytes = 4_000_000,
) {
  return spawnSync('sh', ['-c', `ulimit -v ${kilobytes}; exec "$@"`, 'sh', execPath, ...argv], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

describe.runIf(process.platform === 'linux')('without addresses for WebAssembly', () => {
  test.each([4_000_000, 2_000_000])('the program compares all the same in %i KB', (kilobytes) => {
    const argv = [`${root}bin/brctl.js`, 'diff', oldFile, newFile, '--exit-code'];
    const { status, stdout } = runInLittleSpace(argv, {}, kilobytes);
    expect(stdout).toBe('{"op":"add","path":"/products/a/attributes/price","value":2}\n');
    expect(status).toBe(10);
  });

  const program = `
    import { diffCatalogs } from ${JSON.stringify(`${root}dist/diff.js`)};
    const [path, other] = ${JSON.stringify([oldFile, newFile])};
    await diffCatalogs({ path }, { path: other }, () => {}).then(
      ({ changed }) => console.log(changed),
      ({ code, kind, hint }) => console.log(code, kind, hint),
    );`;

  test('the library says what helps', () => {
    expect(runInLittleSpace(['--input-type=module', '-e', program]).stdout).toBe(
      'diff.no_wasm config NODE_OPTIONS=--disable-wasm-trap-handler, or ulimit -v unlimited\n',
    );
    const env = { NODE_OPTIONS: '--disable-wasm-trap-handler' };
    expect(runInLittleSpace(['--input-type=module', '-e', program], env).stdout).toBe('1\n');
  });
});
