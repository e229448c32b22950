import { expect, test } from 'vitest';
import { openInterruptedUploads } from '../../../src/client/delivery/interrupted-uploads.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const UPLOAD = {
  environment: 'staging',
  host: 'sftp.example',
  user: 'lamps',
  mode: 'full',
  file: '/feeds/a.jsonl',
  sizeBytes: 10,
  modifiedMs: 1,
};

test.each([
  ['of this machine that has ended', 'here', false, 'first'],
  ['of this machine that lives', 'here', true, 'second'],
  // Its number may belong to any process here.
  ['of another container', 'there', false, 'second'],
])('the name of an upload by a process %s', async (_whose, namespace, isAlive, name) => {
  const stateDir = temporaryFolder();
  const uploads = (pid: number, at: string) =>
    openInterruptedUploads({
      stateDir,
      pid,
      namespace: at,
      isProcessAlive: () => isAlive,
      now: () => new Date(1_000),
    });
  await uploads(1, namespace).claim(UPLOAD, 'first');
  expect(await uploads(2, 'here').claim(UPLOAD, 'second')).toBe(name);
});
