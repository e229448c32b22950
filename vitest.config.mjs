import { defineConfig } from 'vitest/config';
import { testProjects } from './scripts/test-projects.mjs';

/** The tests of a cluster have only been run each in a process of its own. */
const apart = process.env.BRCTL_TEST_OPENSEARCH === undefined ? ['alone'] : ['alone', 'world'];

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Much of a test's time is waiting for programs, sockets and disks: as many workers as processors, not one fewer.
    maxWorkers: '100%',
    // It guards against hanging only: no test may fail because the machine is busy.
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ['test/setup.ts'],
    // Four projects share most modules: each is transformed once, and again only when it, a setting or the lockfile changed.
    experimental: { fsModuleCache: true },
    env: { NO_COLOR: '1' },
    projects: Object.entries(testProjects(import.meta.dirname)).map(([name, include]) => ({
      extends: true,
      test: { name, include, isolate: apart.includes(name) },
    })),
  },
});
