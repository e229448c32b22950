import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { BrctlError, messageOf } from '../../errors.ts';
import type { CommandContext } from '../context.ts';

/** A command that was told to end gets so long. */
const GRACE_MS = 600;

/**
 * Runs a command in the shell with this environment, its streams being ours. A signal to us is passed on to it.
 *
 * @returns its exit code; 128 and the signal's number where a signal ended it
 * @throws BrctlError where no shell can be started
 */
export async function runCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  { cwd, signal }: CommandContext,
): Promise<number> {
  const child = spawn(command, { shell: true, stdio: 'inherit', cwd, env });
  const pass = () => passSignal(child, signal);
  signal.addEventListener('abort', pass, { once: true });
  if (signal.aborted) pass();
  try {
    return await ended(child);
  } finally {
    signal.removeEventListener('abort', pass);
  }
}

/** Ends the command as we were told to end, and by force where that takes too long. */
function passSignal(child: ChildProcess, { reason }: AbortSignal): void {
  const isInterrupt = reason instanceof BrctlError && reason.kind === 'interrupted';
  child.kill(isInterrupt ? 'SIGINT' : 'SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new BrctlError('the command of --exec cannot be started', {
          kind: 'not-found',
          code: 'serve.exec_failed',
          why: messageOf(cause),
          cause,
        }),
      ),
    );
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
