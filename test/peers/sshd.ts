import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { findBinary } from './binaries.ts';

export interface Sshd {
  port: number;
  user: string;
  keyFile: string;
  /** Line for known_hosts, with the host in front. */
  knownHostsFile: string;
  /** The settings with which brctl reaches it. */
  env: Record<string, string>;
  /** Folder in which a session starts. */
  home: string;
  stop(): Promise<void>;
}

export interface SshdOptions {
  /** Host key types, each a key of its own. */
  hostKeys?: readonly string[];
  /** Puts sessions into a chroot, which sshd allows root alone, and only where no other user may write above it. */
  chroot?: boolean;
  /** Requests that the SFTP server refuses, by their names in sftp-server(8). */
  denied?: readonly string[];
  /** Folder in which a session starts, in place of one of its own. */
  home?: string;
  /** Further lines of its configuration. */
  settings?: readonly string[];
}

/** Starts the real OpenSSH server with its internal-sftp on a free loopback port, for the user who runs the test. */
export async function startSshd(options: SshdOptions = {}): Promise<Sshd> {
  const folder = temporaryFolder(options.chroot ? userInfo().homedir : undefined);
  const home = options.home ?? path.join(folder, 'jail/home');
  mkdirSync(home, { recursive: true });
  chmodSync(folder, 0o755);
  const keyFile = path.join(folder, 'user_key');
  keygen(keyFile, 'ed25519');
  const types = options.hostKeys ?? ['ed25519'];
  for (const type of types) keygen(path.join(folder, `host_${type}`), type);
  const port = await findFreePort();
  const config = path.join(folder, 'sshd_config');
  writeFileSync(config, configText({ folder, home }, port, types, options));
  const child = await launch(config, port);
  const knownHostsFile = path.join(folder, 'known_hosts');
  const keys = types.map((type) => readFileSync(path.join(folder, `host_${type}.pub`), 'utf8').split(' '));
  writeFileSync(knownHostsFile, keys.map(([type, key]) => `[127.0.0.1]:${port} ${type} ${key}\n`).join(''));
  const user = userInfo().username;
  return {
    port,
    user,
    keyFile,
    knownHostsFile,
    env: {
      BRCTL_ENV: 'staging',
      BRCTL_CATALOG: 'lighting_en',
      BRCTL_SFTP_HOST: '127.0.0.1',
      BRCTL_SFTP_PORT: String(port),
      BRCTL_SFTP_USER: user,
      BRCTL_SFTP_KEY_FILE: keyFile,
      BRCTL_KNOWN_HOSTS: knownHostsFile,
    },
    home,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function keygen(file: string, type: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', file]);
}

function configText(
  { folder, home }: { folder: string; home: string },
  port: number,
  types: readonly string[],
  { chroot, denied, settings = [] }: SshdOptions,
): string {
  const refusals = denied === undefined ? '' : ` -P ${denied.join(',')}`;
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    ...types.map((type) => `HostKey ${folder}/host_${type}`),
    `AuthorizedKeysFile ${folder}/user_key.pub`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
    'PidFile none',
    ...settings,
    `Subsystem sftp internal-sftp${refusals} -d ${chroot ? '/home' : home}`,
    ...(chroot ? [`ChrootDirectory ${folder}/jail`, 'ForceCommand internal-sftp -d /home'] : []),
    '',
  ].join('\n');
}

/** sshd run as root wants its folder for the separated child. */
async function launch(config: string, port: number): Promise<ChildProcess> {
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const child = spawn(findBinary('sshd') ?? 'sshd', ['-D', '-e', '-f', config], { stdio: 'ignore' });
  const deadlineMs = Date.now() + 120_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error('sshd did not start');
    await delay(20);
  }
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
