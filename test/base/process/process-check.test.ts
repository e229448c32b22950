import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isProcessAlive } from '../../../src/base/process/process-check.ts';

test('this process runs, and a number that is nobody does not', () => {
  expect(isProcessAlive(process.pid)).toBe(true);
  expect(isProcessAlive(4_194_305)).toBe(false);
});

test.skipIf(!existsSync('/proc/self/stat'))(
  'a process that has ended runs no more, also where nobody has asked how it ended',
  async () => {
    // The shell starts a child that ends when told, and becomes a program that never asks for its end.
    const parent = spawn('sh', ['-c', 'exec 3<&0; head -c 1 <&3 >/dev/null & echo $!; exec sleep 600']);
    try {
      const child = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (line) => resolve(Number(line))),
      );
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      expect(isProcessAlive(child)).toBe(true);
      parent.stdin.write('.');
      await expect.poll(() => isProcessAlive(child)).toBe(false);
      expect(process.kill(child, 0)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
