// What keeping history costs: deltas and index runs in a `brctl serve` that keeps it and one that does not (--history off), in
// turns, by the processor time of each service, which a machine that is busy with other things hardly changes.
//   cost   processor time of all deltas and their index runs, with history against without   bar 1.05
//   node bench/history.mjs [--products 40000] [--rounds 40] [--operations 1000] [--json]
// Linux: processor times are read from /proc.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generatePair } from './generate.mjs';
import { startLocalService } from './local-service.mjs';
import { median } from './measure.mjs';
import { between, randomOf } from './random.mjs';
import { productId } from './record.mjs';
import { measureInFolder, printJson } from './search-times.mjs';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '40000' },
    rounds: { type: 'string', default: '40' },
    operations: { type: 'string', default: '1000' },
    json: { type: 'boolean' },
  },
});
const products = Number(options.products);
const operations = Number(options.operations);

/** The first deltas warm the compiler, and are not counted. */
const WARM_ROUNDS = 6;
const POLL_MS = 10;
/** `USER_HZ` of Linux. */
const TICK_MS = 10;
const CATALOG = 'products_en';
const JSON_LINES = { 'content-type': 'application/json-patch+jsonlines' };

/** Processor time of a process and its threads, in milliseconds (proc_pid_stat(5): utime, stime). */
function processorMs(pid) {
  const [, fields] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

async function runJob({ env }, method, what, body, headers = {}) {
  const authorization = `Bearer ${env.BRCTL_API_KEY}`;
  const catalog = `${env.BRCTL_CATALOG_URL}/accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/${CATALOG}/${what}`;
  const sent = await fetch(catalog, {
    method,
    headers: { authorization, ...headers },
    body,
    ...(body !== undefined && { duplex: 'half' }),
  });
  if (!sent.ok) throw new Error(`${method} ${catalog}: ${sent.status} ${await sent.text()}`);
  const { jobId } = await sent.json();
  for (;;) {
    await wait(POLL_MS);
    const answer = await fetch(`${env.BRCTL_CATALOG_URL}/jobs/${jobId}`, { headers: { authorization } });
    const { status, message } = await answer.json();
    if (status === 'success') return;
    if (status === 'failed') throw new Error(`job ${jobId} failed: ${message}`);
  }
}

/** A delta and its index run; the processor time of each. */
async function round(service, delta) {
  const startMs = processorMs(service.pid);
  await runJob(service, 'PATCH', 'products', delta, JSON_LINES);
  const appliedMs = processorMs(service.pid);
  await runJob(service, 'POST', 'indexes');
  return { apply: appliedMs - startMs, index: processorMs(service.pid) - appliedMs };
}

const sumOf = ({ apply, index }) => apply + index;

function deltaOf(number) {
  const random = randomOf(number, 3);
  const lines = Array.from({ length: operations }, () => {
    const id = productId(between(random, 0, products - 1));
    return JSON.stringify({
      op: 'add',
      path: `/products/${id}/attributes/price`,
      value: between(random, 5, 900) + 0.25,
    });
  });
  return lines.join('\n');
}

async function measure(folder) {
  await generatePair(folder, { products });
  const file = path.join(folder, 'old.jsonl');
  const services = [];
  try {
    for (const history of ['256MB', 'off']) {
      const service = await startLocalService(path.join(folder, history), ['--history', history]);
      services.push(service);
      await runJob(service, 'PUT', 'products', createReadStream(file), JSON_LINES);
      await runJob(service, 'POST', 'indexes');
    }
    const taken = services.map(() => []);
    for (let number = 0; number < WARM_ROUNDS + Number(options.rounds); number++) {
      const delta = deltaOf(number);
      for (const at of number % 2 === 0 ? [0, 1] : [1, 0]) {
        const times = await round(services[at], delta);
        if (number >= WARM_ROUNDS) taken[at].push(times);
      }
    }
    const [kept, off] = taken.map((rounds) => ({
      applyMs: median(rounds.map(({ apply }) => apply)),
      indexMs: median(rounds.map(({ index }) => index)),
      meanMs: rounds.reduce((sum, one) => sum + sumOf(one), 0) / rounds.length,
    }));
    return {
      products,
      megabytes: Math.round(statSync(file).size / 1e6),
      operations,
      rounds: Number(options.rounds),
      kept,
      off,
      cost: kept.meanMs / off.meanMs,
      medianOfRounds: median(taken[0].map((one, at) => sumOf(one) / sumOf(taken[1][at]))),
    };
  } finally {
    for (const { stop } of services) await stop();
  }
}

function show(result) {
  if (options.json) return printJson(result);
  console.log(`${products} products, ${result.megabytes} MB; deltas of ${operations} operations`);
  console.table({ 'history kept': result.kept, 'history off': result.off });
  console.log(
    `with history ${result.cost.toFixed(3)} times the processor time without (bar 1.05); median of the rounds ${result.medianOfRounds.toFixed(3)}`,
  );
}

await measureInFolder('brctl-bench-history-', measure, show);
