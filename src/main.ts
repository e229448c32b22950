import { readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { BrctlError } from './base/errors.ts';
import { locateDistFile } from './base/files/built-file.ts';
import { removeUnfinishedFiles } from './base/files/temp-file-registry.ts';
import { isHangupIgnored } from './base/process/ignored-hangup.ts';
import { isProcessAlive, sendSignal } from './base/process/process-check.ts';
import type { World } from './cli/context.ts';
import { type OutputStream, watchStream, writeText } from './cli/io.ts';

declare global {
  /** Put in by the build. */
  var BRCTL_VERSION: string | undefined;
  var BRCTL_COMMIT: string | null | undefined;
}

/** The version of this build; code run from source has none. */
function readVersion(): string {
  return globalThis.BRCTL_VERSION ?? '0.0.0-source';
}

/** The process edge: argv, environment, streams and signals go in, the exit code comes out. */
export async function runProcess(): Promise<void> {
  const argv = process.argv.slice(2);
  const printed = printedAtBuild(argv);
  if (printed !== undefined) {
    const failureOfStdout = watchStream(process.stdout);
    await writeText(process.stdout, printed);
    // A text that could not be written is judged as the output of every command.
    if (failureOfStdout() === undefined) return;
  }
  const { run } = await import('./cli/run.ts');
  const stop = abortOnSignals();
  const exitCode = await run(argv, thisWorld(stop));
  // A stdin that nobody read to its end, or a connection that lingers, must not hold the process.
  process.exit(exitCode);
}

/** Process and machine, for a command line. */
function thisWorld(stop: ReturnType<typeof abortOnSignals>): World {
  return {
    io: {
      stdin: {
        // Opened by the commands that read it.
        get stream() {
          return process.stdin;
        },
        isTty: isatty(0),
      },
      stdout: { ...outputStream(process.stdout), ...pagerOf(process.stdout) },
      stderr: outputStream(process.stderr),
    },
    env: process.env,
    cwd: process.cwd(),
    home: homeFolder(),
    tempDir: tmpdir(),
    pid: process.pid,
    parentPid: process.ppid,
    isOwnUser,
    version: readVersion(),
    commit: globalThis.BRCTL_COMMIT ?? undefined,
    signal: stop.signal,
    endBySignal: stop.end,
    now: () => new Date(),
    random: Math.random,
    isProcessAlive,
    sendSignal,
    sleep: async (ms, signal) => {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    },
  };
}

/** Command lines whose output the build keeps in a file: shells run them at each start, and wait. */
const PRINTED_AT_BUILD: Readonly<Record<string, string>> = {
  '--help': 'help.txt',
  '-h': 'help.txt',
  'completion bash': 'completion.bash',
  'completion zsh': 'completion.zsh',
  'completion fish': 'completion.fish',
};

/** Width of the help that the build keeps. */
const PRINTED_COLUMNS = 80;

/** Output of this command line, if it is known beforehand. */
function printedAtBuild(argv: readonly string[]): string | undefined {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return `${readVersion()}\n`;
  const file = PRINTED_AT_BUILD[argv.join(' ')];
  if (file === undefined || (process.stdout.columns ?? PRINTED_COLUMNS) !== PRINTED_COLUMNS) return undefined;
  try {
    return readFileSync(locateDistFile(file), 'utf8');
  } catch {
    // The build that makes the file runs this very command.
    return undefined;
  }
}

function outputStream(stream: NodeJS.WriteStream): OutputStream {
  const isTty = stream.isTTY === true;
  // A terminal without a width (0, under `script` in cron) cannot be redrawn: the lines of a text cannot be counted.
  const plain = isPlain() || (isTty && !stream.columns);
  return {
    stream,
    isTty,
    // A terminal can be made wider or narrower while a command runs.
    get columns() {
      return isTty ? stream.columns || 80 : 80;
    },
    plain,
    color: wantsColor(isTty),
  };
}

/** A pager is for a person at a terminal that can be redrawn. */
function pagerOf(stream: NodeJS.WriteStream): Pick<OutputStream, 'page'> {
  if (stream.isTTY !== true || isPlain() || !stream.columns) return {};
  return {
    async page(text) {
      const { showInPager } = await import('./base/process/pager.ts');
      return await showInPager(text, stream.rows, process.env);
    },
  };
}

/** Where users have no numbers, as on Windows, files have none either. */
function isOwnUser(userId: number): boolean {
  const own = process.geteuid?.();
  return own === undefined || userId === own || (own === 0 && String(userId) === process.env.SUDO_UID);
}

/** cron and containers may leave HOME out: then the one of the user's account, if there is one. */
function homeFolder(): string | undefined {
  if (process.env.HOME) return process.env.HOME;
  try {
    return userInfo().homedir;
  } catch {
    // Packages ask for a home folder when they are loaded, and fail where there is none.
    process.env.HOME = tmpdir();
    return undefined;
  }
}

/** NO_COLOR, FORCE_COLOR, TERM=dumb and CI, by their conventions. */
function wantsColor(isTty: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTty && !isPlain();
}

function isPlain(): boolean {
  const { TERM, CI } = process.env;
  return TERM === 'dumb' || (CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0');
}

const STOPPING_SIGNALS = [
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
  ['SIGHUP', 'hung-up'],
] as const;

/** The first signal aborts the run; the second ends the process at once, as `end` does. */
function abortOnSignals(): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  let end = () => {};
  // The parent may be gone when the signal comes: what it wanted is looked up now.
  const outlivesTerminal = isHangupIgnored(process.ppid);
  for (const [name, kind] of STOPPING_SIGNALS) {
    process.on(name, () => {
      if (name === 'SIGHUP' && outlivesTerminal) return;
      end();
      end = () => dieOf(name);
      controller.abort(
        new BrctlError(`stopped by ${name}`, { kind, code: `signal.${kind.replace('-', '_')}` }),
      );
    });
  }
  return { signal: controller.signal, end: () => end() };
}

/**
 * Lets a signal do what it does where nobody catches it. `process.exit` would wait for the threads, and cut them in
 * the middle of the database's native code, which takes the process down with its own message.
 */
function dieOf(name: NodeJS.Signals): void {
  removeUnfinishedFiles();
  process.removeAllListeners(name);
  process.kill(process.pid, name);
}
