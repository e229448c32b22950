import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { findBinary } from './binaries.ts';

export interface Tinyproxy {
  port: number;
  /** `host:port` of every connection that was made through it, in order. */
  connected(): string[];
  stop(): Promise<void>;
}

/** Starts Debian's tinyproxy on a free loopback port; with `login`, it lets nobody through without. */
export async function startTinyproxy(login?: { user: string; password: string }): Promise<Tinyproxy> {
  const folder = temporaryFolder();
  const port = await findFreePort();
  const log = path.join(folder, 'log');
  const config = path.join(folder, 'tinyproxy.conf');
  const auth = login === undefined ? [] : [`BasicAuth ${login.user} ${login.password}`];
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'Listen 127.0.0.1',
      'Timeout 600',
      `LogFile "${log}"`,
      'LogLevel Info',
      ...auth,
      '',
    ].join('\n'),
  );
  const child = spawn(findBinary('tinyproxy') ?? 'tinyproxy', ['-d', '-c', config], { stdio: 'ignore' });
  const deadlineMs = Date.now() + 120_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error('tinyproxy did not start');
    await delay(20);
  }
  return {
    port,
    connected() {
      const lines = existsSync(log) ? readFileSync(log, 'utf8') : '';
      return [...lines.matchAll(/Established connection to host "([^"]+)"/g)].map(([, host]) => host ?? '');
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
