import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openLockFiles } from '../../../src/client/state/lock-files.ts';
import { temporaryFolder } from '../../temp-folder.ts';

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  // As exFAT and some mounts do.
  link: async () => {
    throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
  },
}));

test('a lock is taken once where the file system knows no links', async () => {
  const folder = path.join(temporaryFolder(), 'state');
  const files = openLockFiles(folder);
  expect(await Promise.all([files.create('lock', 'one'), files.create('lock', 'two')])).toContain(true);
  expect(await files.create('lock', 'three')).toBe(false);
  expect(['one', 'two']).toContain(await files.read('lock'));
  expect(readdirSync(folder)).toEqual(['lock']);
});
