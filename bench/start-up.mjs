// How long brctl takes to start, against `node -e 0`: medians of programs that take turns, in milliseconds beyond Node's own.
//   node bench/start-up.mjs [--rounds 20]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalService } from './local-service.mjs';
import { brctl, median, timed } from './measure.mjs';

const BAR_MS = 30;
const READY_BAR_MS = 300;
const IDLE_BAR_MB = 90;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);

const programs = {
  'node -e 0': ['-e', '0'],
  'brctl --version': [brctl, '--version'],
  'brctl --help': [brctl, '--help'],
  'brctl completion bash': [brctl, 'completion', 'bash'],
};
const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, argv] of Object.entries(programs)) {
    const ms = await timed(process.execPath, argv);
    // The first round warms the page cache.
    if (round > 0) times[name].push(ms);
  }
}
const node = median(times['node -e 0']);
const rows = Object.entries(times).map(([name, all]) => {
  const ms = median(all);
  return {
    what: name,
    ms: Math.round(ms),
    'beyond node': Math.round(ms - node),
    bar: name === 'node -e 0' ? '' : BAR_MS,
  };
});

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-start-'));
try {
  const from = performance.now();
  const service = await startLocalService(folder);
  rows.push({
    what: 'serve ready, nothing stored',
    ms: Math.round(performance.now() - from),
    bar: READY_BAR_MS,
  });
  const residentKb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1];
  rows.push({ what: 'serve idle, MB resident', ms: Math.round(Number(residentKb) / 1024), bar: IDLE_BAR_MB });
  await service.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.table(rows);
