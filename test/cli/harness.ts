import { tmpdir } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isProcessAlive, sendSignal } from '../../src/base/process/process-check.ts';
import { run } from '../../src/cli/run.ts';
import { temporaryFolder } from '../temp-folder.ts';

export interface CliRun {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** stdout parsed, for runs with --json. */
  json<T = Record<string, unknown>>(): T;
}

export interface CliOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Home folder of the run; a fresh empty one by default, so that no test reads the developer's own configuration. */
  home?: string;
  tempDir?: string;
  stdin?: string | Uint8Array;
  /** Pretend that somebody types it. */
  stdinIsTerminal?: boolean;
  /** In place of streams that take everything. */
  stdout?: Writable;
  stderr?: Writable;
  /** Pretend that stdout and stderr are terminals of this width. */
  terminalColumns?: number;
  signal?: AbortSignal;
  sftpFileBytes?: number;
  isOwnUser?: (userId: number) => boolean;
  now?: () => Date;
  random?: () => number;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

function capture(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Runs the whole command line in this process. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const home = options.home ?? temporaryFolder();
  const [out, err] = [capture(), capture()];
  const isTty = options.terminalColumns !== undefined;
  const columns = options.terminalColumns ?? 80;
  const exitCode = await run(argv, {
    io: {
      stdin: {
        stream: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
        isTty: options.stdinIsTerminal ?? false,
      },
      stdout: { stream: options.stdout ?? out.stream, isTty, columns, color: false },
      stderr: { stream: options.stderr ?? err.stream, isTty, columns, color: false },
    },
    env: options.env ?? {},
    cwd: options.cwd ?? home,
    home,
    tempDir: options.tempDir ?? tmpdir(),
    pid: process.pid,
    parentPid: process.ppid,
    isOwnUser: options.isOwnUser ?? ((userId) => userId === process.geteuid?.()),
    version: '0.0.0-test',
    commit: '0123456789abcdef',
    signal: options.signal ?? new AbortController().signal,
    endBySignal: () => undefined,
    ...(options.sftpFileBytes !== undefined && { sftpFileBytes: options.sftpFileBytes }),
    now: options.now ?? (() => new Date()),
    random: options.random ?? Math.random,
    isProcessAlive,
    sendSignal,
    sleep:
      options.sleep ?? (async (ms, signal) => void (await wait(ms, undefined, signal ? { signal } : {}))),
  });
  return { exitCode, stdout: out.text(), stderr: err.text(), json: () => JSON.parse(out.text()) };
}
