// How long `brctl submit` takes for a large full load to `brctl serve`, against `curl --data-binary` of the same file:
//   time    submit, with every line checked first   against   curl        bar 1.5
//   memory  the most that submit takes                                    bar 150 MB
//   node bench/submit.mjs [--megabytes 990] [--rounds 3] [--json]
// Runs alternate, each after the job of the one before has ended.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generatePair } from './generate.mjs';
import { startLocalService } from './local-service.mjs';
import { brctl, median, timed, timedNode, warm } from './measure.mjs';

const BARS = { ratio: 1.5, memoryMegabytes: 150 };
const BYTES_OF_A_PRODUCT = 1_530;

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '990' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-submit-'));
const products = Math.floor((Number(values.megabytes) * 1_000_000) / BYTES_OF_A_PRODUCT);
let service;
try {
  await generatePair(folder, { products });
  const file = path.join(folder, 'old.jsonl');
  service = await startLocalService(folder);
  const { env } = service;
  const url = `${env.BRCTL_CATALOG_URL}/accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/${env.BRCTL_CATALOG}/products`;
  const headers = [
    '-H',
    `Authorization: Bearer ${env.BRCTL_API_KEY}`,
    '-H',
    'Content-Type: application/json-patch+jsonlines',
  ];
  const curl = [];
  const submit = [];
  let memoryBytes = 0;
  for (let round = 0; round < Number(values.rounds); round++) {
    await warm([file]);
    curl.push(await timed('curl', ['-sSf', '-X', 'PUT', ...headers, '--data-binary', `@${file}`, url]));
    awaitJobs(env);
    await warm([file]);
    const run = await timedNode([brctl, 'submit', file, '--mode', 'full', '-q'], env);
    awaitJobs(env);
    submit.push(run.ms);
    memoryBytes = Math.max(memoryBytes, run.memoryBytes);
  }
  report(statSync(file).size, median(curl), median(submit), memoryBytes);
} finally {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A small delta waits behind whatever the catalog is busy with. */
function awaitJobs(env) {
  const input =
    '{"op":"add","path":"/products/1","value":{"attributes":{"title":"A","price":1,"url":"https://a.example"}}}\n';
  execFileSync(process.execPath, [brctl, 'submit', '-', '--wait', '-q'], {
    input,
    env: { ...process.env, ...env },
  });
}

function report(bytes, curlMs, submitMs, memoryBytes) {
  const ratio = submitMs / curlMs;
  const memoryMegabytes = memoryBytes / 1_000_000;
  const isWithin = ratio <= BARS.ratio && memoryMegabytes <= BARS.memoryMegabytes;
  if (values.json)
    console.log(
      JSON.stringify({
        bench: 'submit',
        bytes,
        curlMs,
        submitMs,
        ratio,
        memoryMegabytes,
        bars: BARS,
        isWithin,
      }),
    );
  else {
    console.log(
      `submit of ${(bytes / 1e6).toFixed(0)} MB: ${submitMs.toFixed(0)} ms, curl ${curlMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (bar ${BARS.ratio})`,
    );
    console.log(`memory ${memoryMegabytes.toFixed(0)} MB (bar ${BARS.memoryMegabytes})`);
  }
  process.exitCode = isWithin ? 0 : 1;
}
