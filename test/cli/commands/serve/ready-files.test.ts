import { execa } from 'execa';
import { expect, test } from 'vitest';
import { printReady, toReadyDocument } from '../../../../src/cli/commands/serve/ready-files.ts';
import type { ReadyObject } from '../../../../src/server/ready-object.ts';

/** A ready object as far as it is printed. */
function readyOf(environment: string): ReadyObject {
  return {
    catalogUrl: 'http://127.0.0.1:4747/dataconnect/api/v1',
    searchUrl: 'http://127.0.0.1:4747/api/v1/core/',
    sftp: { host: '127.0.0.1', port: 4722, user: 'u' },
    env: { BRCTL_ENV: environment, BRCTL_API_KEY: `key of ${environment}` },
  } as unknown as ReadyObject;
}

/** What a shell says when the printed blocks of these environments are pasted into it, one after the other. */
async function paste(printed: string, ...environments: string[]) {
  const blocks = printed.split(/^ready: /m).slice(1);
  const chosen = environments.map((name) => blocks.find((block) => block.startsWith(`${name} at`)) ?? '');
  const pasted = chosen.map((block) => block.split('\n').slice(1).join('\n')).join('\n');
  return await execa('sh', ['-c', `${pasted}\necho "$BRCTL_ENV: $BRCTL_API_KEY"`], {
    env: { PATH: process.env.PATH },
    extendEnv: false,
  });
}

test('of two environments, the block that is pasted second says what it replaces', async () => {
  const printed = printReady(toReadyDocument([readyOf('production'), readyOf('staging')]), 'in memory');
  const both = await paste(printed, 'production', 'staging');
  expect(both).toMatchObject({
    stdout: 'staging: key of staging',
    stderr: 'brctl: these variables replace those of production',
  });
  expect(await paste(printed, 'staging', 'staging')).toMatchObject({ stderr: '' });
});

test('the block of a single environment is nothing but exports', () => {
  const printed = printReady(toReadyDocument([readyOf('local')]), 'in memory');
  expect(printed.split('\n').slice(2, -1)).toEqual([
    'export BRCTL_ENV=local',
    "export BRCTL_API_KEY='key of local'",
  ]);
});
