import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Much of a test's time is waiting for programs, sockets and disks: as many workers as processors, not one fewer.
    maxWorkers: '100%',
    env: { NO_COLOR: '1' },
  },
});
