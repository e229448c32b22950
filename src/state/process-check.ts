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
