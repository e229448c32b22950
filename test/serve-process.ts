import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ReadyObject } from '../src/server/server.ts';

const program = fileURLToPath(new URL('../bin/brctl.js', import.meta.url));
const START_TIMEOUT_MS = 170_000;
const LOOK_MS = 10;

/** `brctl serve` as a process of its own, to be killed at any moment; its data outlive it. */
export class ServeProcess {
  readonly folder: string;
  readonly ready: ReadyObject;
  readonly #child: ChildProcess;
  readonly #exit = new AbortController();

  private constructor(folder: string, child: ChildProcess, ready: ReadyObject) {
    this.folder = folder;
    this.#child = child;
    this.ready = ready;
    child.once('exit', () => this.#exit.abort());
  }

  /**
   * @param folder its data, and its home
   * @param before the process whose ports this one takes, so that clients find it in its place
   * @param options of the command
   */
  static async start(
    folder: string,
    before?: ServeProcess,
    options: readonly string[] = [],
  ): Promise<ServeProcess> {
    const readyFile = path.join(folder, 'ready.json');
    rmSync(readyFile, { force: true });
    const port = before === undefined ? '0' : new URL(before.ready.catalogUrl).port;
    const listen = ['--port', port, '--sftp-port', `${before?.ready.sftp.port ?? 0}`];
    const child = spawn(
      execPath,
      [program, 'serve', '--data', folder, ...listen, '--ready-file', readyFile, ...options],
      { stdio: 'ignore', env: { ...process.env, HOME: folder } },
    );
    const deadlineMs = Date.now() + START_TIMEOUT_MS;
    while (!existsSync(readyFile)) {
      if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode} before it was ready`);
      if (Date.now() > deadlineMs) throw new Error('serve did not start');
      await wait(LOOK_MS);
    }
    return new ServeProcess(folder, child, JSON.parse(readFileSync(readyFile, 'utf8')));
  }

  /** Ends calls that would wait for ever: a fetch may, if the server is killed while it connects. */
  get exited(): AbortSignal {
    return this.#exit.signal;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** @param signal as `kill -9` does it, unless another is asked for */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
