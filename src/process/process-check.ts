/**
 * Does a process with this number run on this machine? `signal` is `process.kill`: signal 0 only asks.
 * A process of another user cannot be signalled, but it runs.
 */
export function isProcessAlive(pid: number, signal: (pid: number, signal: 0) => unknown): boolean {
  try {
    signal(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Sends a signal to a process, to a whole group where the number is negative; does nothing where it is gone.
 *
 * @param kill `process.kill`, which throws for a process that is not there
 */
export function sendSignal(
  pid: number,
  signal: NodeJS.Signals,
  kill: (pid: number, signal: NodeJS.Signals) => unknown,
): void {
  try {
    kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
