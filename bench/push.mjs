// How long `brctl push` of a catalog with 1 % changed takes from its start until the service has applied it, against
// `brctl diff` of the two files alone:
//   time  push to `brctl serve`, start to applied   against   diff   bar 6
//   node bench/push.mjs [--products 200000] [--rounds 5] [--json]
// Runs alternate; the push goes there and back between the two catalogs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generatePair } from './generate.mjs';
import { startLocalService } from './local-service.mjs';
import { brctl, environment, median, timed, warm } from './measure.mjs';

const BAR = 6;
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-push-'));
let service;
try {
  await generatePair(folder, { products: Number(values.products), changed: 0.01, added: 0, removed: 0 });
  const files = ['old.jsonl', 'new.jsonl'].map((name) => path.join(folder, name));
  service = await startLocalService(folder);
  push(files[0], service.env);
  const diffs = [];
  const pushes = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    const [from, to] = round % 2 === 1 ? files : files.toReversed();
    await warm(files);
    diffs.push(
      await timed(process.execPath, [brctl, 'diff', from, to, '-o', path.join(folder, 'delta.jsonl'), '-q']),
    );
    await warm([to]);
    pushes.push(push(to, service.env));
  }
  report(
    median(diffs),
    median(pushes.map(({ appliedMs }) => appliedMs)),
    median(pushes.map(({ wholeMs }) => wholeMs)),
  );
} finally {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Pushes a catalog; milliseconds until it was applied, by the service's own clock, and until everything was done. */
function push(file, env) {
  const startedAt = Date.now();
  const text = execFileSync(process.execPath, [brctl, 'push', file, '--json', '-q'], {
    env: { ...environment, ...env },
    maxBuffer: 1 << 26,
  });
  const { applied } = JSON.parse(text);
  return { appliedMs: Date.parse(applied.at) - startedAt, wholeMs: Date.now() - startedAt };
}

function report(diffMs, appliedMs, wholeMs) {
  const ratio = appliedMs / diffMs;
  if (values.json)
    console.log(
      JSON.stringify({ bench: 'push', diffMs, appliedMs, wholeMs, ratio, bar: BAR, isWithin: ratio <= BAR }),
    );
  else {
    console.log(
      `push, start to applied: ${appliedMs.toFixed(0)} ms, diff alone ${diffMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (bar ${BAR})`,
    );
    console.log(`until searchable, verified and kept: ${wholeMs.toFixed(0)} ms`);
  }
  process.exitCode = ratio <= BAR ? 0 : 1;
}
