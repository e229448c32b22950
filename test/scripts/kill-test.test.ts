import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/opensearch/kill-test.mjs', import.meta.url));

/** More by BRCTL_KILL_ROUNDS, which nodes, processes or both by BRCTL_KILL. */
const ROUNDS = Number(process.env.BRCTL_KILL_ROUNDS ?? 2);
const KILLED = process.env.BRCTL_KILL ?? 'all';

/** The script starts a cluster of its own, as it must kill its nodes; by hand it runs for as many rounds as one likes. */
test.skipIf(process.env.BRCTL_TEST_OPENSEARCH === undefined)(
  'a node, then a process is killed under searches and deltas, and nothing is lost (BRCTL_TEST_OPENSEARCH)',
  async () => {
    const asked = [
      '--kill',
      KILLED,
      '--rounds',
      String(ROUNDS),
      '--products',
      '300',
      '--seconds',
      '1',
      '--json',
    ];
    const { stdout, stderr } = await execa(process.execPath, [script, ...asked], {
      cwd: path.dirname(script),
      reject: false,
    });
    const last = stdout.trim().split('\n').at(-1) ?? '{}';
    expect(JSON.parse(last), stderr).toMatchObject({ good: true, compared: ROUNDS, differing: 0 });
  },
  Math.max(600_000, ROUNDS * 60_000),
);
