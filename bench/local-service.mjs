import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brctl, environment } from './measure.mjs';

/**
 * Starts `brctl serve` for a bench: free ports, data and state in `folder`; `more` are further arguments, `preloaded` is a module that
 * is loaded before, with variables of its own.
 *
 * @returns the environment that reaches it, with a state folder of its own, and how to stop it
 */
export async function startLocalService(folder, more = [], preloaded = null) {
  const home = path.join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const readyFile = path.join(folder, 'ready.json');
  const args = [
    'serve',
    '--data',
    path.join(folder, 'data'),
    '--port',
    '0',
    '--sftp-port',
    '0',
    '--ready-file',
    readyFile,
    ...more,
  ];
  const child = spawn(
    process.execPath,
    [...(preloaded === null ? [] : ['--import', preloaded.module]), brctl, ...args],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...environment,
        ...preloaded?.env,
        HOME: home,
        XDG_STATE_HOME: path.join(folder, 'serve-state'),
      },
    },
  );
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null) throw new Error('brctl serve did not start');
    await wait(5);
  }
  const { env } = JSON.parse(readFileSync(readyFile, 'utf8'));
  const stop = () =>
    new Promise((resolve) => {
      child.on('exit', resolve);
      child.kill('SIGTERM');
    });
  return { env: { ...env, HOME: home, XDG_STATE_HOME: path.join(folder, 'state') }, pid: child.pid, stop };
}
