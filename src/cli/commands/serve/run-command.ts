import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import type { CommandContext } from '../../context.ts';

/** A command that was told to end gets so long. */
const GRACE_MS = 600;
/** How often to check that the parent process still runs. */
const PARENT_CHECK_MS = 500;

/**
 * Runs a command in the shell with this environment, its streams being ours. A signal to us is passed on to it, and it
 * is ended when the process that started us is gone: a test run that was killed must not continue in the background.
 * @returns its exit code; 128 and the signal's number where a signal ended it
 * @throws BrctlError where no shell can be started
 */
export async function runCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  context: CommandContext,
): Promise<number> {
  const { cwd, signal } = context;
  // Its own group, so that all of it can be ended; on a terminal that would take the terminal away from it.
  const detached = !context.io.stdin.isTty;
  const child = spawn(command, { shell: true, stdio: 'inherit', cwd, env, detached });
  const end = detached ? groupEnder(context) : endShell;
  const isInterrupt = () => signal.reason instanceof BrctlError && signal.reason.kind === 'interrupted';
  const pass = () => end(child, isInterrupt() ? 'INT' : 'TERM');
  signal.addEventListener('abort', pass, { once: true });
  if (signal.aborted) pass();
  const watch = setInterval(() => {
    if (!context.isProcessAlive(context.parentPid)) end(child, 'TERM');
  }, PARENT_CHECK_MS);
  try {
    return await waitForExit(child);
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', pass);
  }
}

/** On a terminal, Ctrl-C reaches the whole of the command by itself. */
function endShell(child: ChildProcess, signal: 'INT' | 'TERM'): void {
  child.kill(`SIG${signal}`);
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

/** Ends the shell with everything that it has started, by force where that takes too long. */
function groupEnder({ sendSignal }: CommandContext) {
  return ({ pid }: ChildProcess, signal: 'INT' | 'TERM'): void => {
    if (pid === undefined) return;
    sendSignal(-pid, `SIG${signal}`);
    setTimeout(() => sendSignal(-pid, 'SIGKILL'), GRACE_MS).unref();
  };
}

function waitForExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new BrctlError('the command of --exec cannot be started', {
          kind: 'not-found',
          code: 'serve.exec_failed',
          why: getMessage(cause),
          cause,
        }),
      ),
    );
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
