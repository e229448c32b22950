import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateKeyPair } from '../../../src/base/ssh/keys.ts';
import { FaultRules } from '../../../src/server/service/control/faults.ts';
import { silentLog } from '../../../src/server/service/control/log.ts';
import { SftpFiles } from '../../../src/server/service/files/sftp-files.ts';
import type { SftpLimits } from '../../../src/server/sftp/clients.ts';
import type { SftpOperation } from '../../../src/server/sftp/operation-record.ts';
import { type RunningSftp, startSftp } from '../../../src/server/sftp/sftp-server.ts';
import { temporaryFolder } from '../../temp-folder.ts';

export interface LocalSftp {
  server: RunningSftp;
  files: SftpFiles;
  faults: FaultRules;
  clock: { nowMs: number; now(): number };
  /** Folder for whatever the test needs beside the SFTP folder. */
  scratch: string;
  user: string;
  userKey: ReturnType<typeof generateKeyPair>;
  secondKey: ReturnType<typeof generateKeyPair>;
  keyFile: string;
  knownHostsFile: string;
  /** What clients did, as the request log gets it. */
  operations: SftpOperation[];
  stop(): Promise<void>;
}

export interface LocalSftpOptions {
  quotaBytes?: number;
  limits?: Partial<SftpLimits>;
}

/** An SFTP service of its own on a free port, with a folder, a clock and two keys. */
export async function startLocalSftp(options: LocalSftpOptions = {}): Promise<LocalSftp> {
  const scratch = temporaryFolder();
  const clock = {
    nowMs: Date.now(),
    now(): number {
      return this.nowMs;
    },
  };
  const { limits, ...quota } = options;
  const files = new SftpFiles({ root: path.join(scratch, 'sftp'), clock, ...quota });
  const [hostKey, userKey, secondKey] = [
    generateKeyPair('host'),
    generateKeyPair('user'),
    generateKeyPair('user'),
  ];
  const faults = new FaultRules();
  const operations: SftpOperation[] = [];
  const server = await startSftp({
    host: '127.0.0.1',
    port: 0,
    hostKey: hostKey.privateKey,
    accounts: [{ sftpUser: 'pacifichome', sftpPublicKeys: [userKey.publicKey, secondKey.publicKey] }],
    filesOf: () => files,
    clock,
    log: silentLog,
    faults,
    record: (operation) => void operations.push(operation),
    ...(limits ? { limits } : {}),
  });
  const keyFile = path.join(scratch, 'user_key');
  writeFileSync(keyFile, userKey.privateKey, { mode: 0o600 });
  const knownHostsFile = path.join(scratch, 'known_hosts');
  writeFileSync(knownHostsFile, `[127.0.0.1]:${server.port} ${server.hostKeyLine}\n`);
  return {
    server,
    operations,
    files,
    faults,
    clock,
    scratch,
    user: 'pacifichome',
    userKey,
    secondKey,
    keyFile,
    knownHostsFile,
    async stop() {
      await server.close();
    },
  };
}
