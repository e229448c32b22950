// How searches fare while a large catalog is loaded: 100 new ones a second on one catalog, 20 small deltas a second to it, and
// a PUT of another catalog as large with its index run, all at once; against the same searches alone, and the same load
// alone. Both are repeated in turn, so that a busy machine is busy for each.
//   searches   p50, p99 under load     bars 15 and 150 ms, on a quiet machine with two processors
//   the load   its time beside them    bar 1.25 times its time alone
//   node bench/search-under-load.mjs [--products 200000] [--rounds 2] [--folder <kept between runs>] [--json]

import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLocalService } from './local-service.mjs';
import { median } from './measure.mjs';
import { pick, randomOf } from './random.mjs';
import { productId, recordOf } from './record.mjs';
import { surveyOf } from './search-queries.mjs';
import { measureInFolder, printJson } from './search-times.mjs';

const SEARCHED = 'products_en';
const SEARCHES_A_SECOND = 100;
const DELTAS_A_SECOND = 20;
/** How long searches are alone; and how long nothing is measured behind a load, as the thread that searches makes ready what has been published. */
const ALONE_MS = 5_000;
const JSON_LINES = { 'content-type': 'application/json-patch+jsonlines' };
/** Of so many products the words are known that are searched for. */
const SURVEYED = 20_000;
/** A word that more products have is not searched for. */
const MAX_SHARE = 0.1;

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '2' },
    folder: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const products = Number(options.products);

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

function call(method, url, { headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
      });
    });
    request.on('error', reject);
    if (body?.pipe) body.pipe(request);
    else request.end(body);
  });
}

/** The calls of one running service. */
function callsOf({ env }) {
  const authorization = `Bearer ${env.BRCTL_API_KEY}`;
  const at = (catalog, what) =>
    `${env.BRCTL_CATALOG_URL}/accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/${catalog}/${what}`;
  const start = async (method, url, body, headers = {}) =>
    JSON.parse(await call(method, url, { headers: { authorization, ...headers }, body })).jobId;
  const ended = async (jobId, pauseMs) => {
    for (;;) {
      const url = `${env.BRCTL_CATALOG_URL}/jobs/${jobId}`;
      const job = JSON.parse(await call('GET', url, { headers: { authorization } }));
      if (job.status === 'success') return;
      if (job.status === 'failed') throw new Error(`job ${jobId} failed`);
      await wait(pauseMs);
    }
  };
  return {
    async load(catalog, file) {
      const startedAt = performance.now();
      await ended(await start('PUT', at(catalog, 'products'), createReadStream(file), JSON_LINES), 50);
      const put = performance.now() - startedAt;
      await ended(await start('POST', at(catalog, 'indexes')), 50);
      return { put, index: performance.now() - startedAt - put };
    },
    patch: (catalog, body) => start('PATCH', at(catalog, 'products'), body, JSON_LINES),
    ended,
    search: (query) => call('GET', `${env.BRCTL_SEARCH_URL}?${query}`),
  };
}

/** Searches for two words as shoppers type them: hardly any is one that every product has, and hardly anybody asked it before. */
function* newQueries({ env }, survey) {
  const caller = [
    ['account_id', env.BRCTL_ACCOUNT_ID],
    ['auth_key', env.BRCTL_AUTH_KEY],
    ['domain_key', SEARCHED],
    ['url', 'https://shop.example/'],
    ['request_type', 'search'],
    ['search_type', 'keyword'],
    ['fl', 'pid,title,brand,price,sale_price,thumb_image,url'],
    ['rows', '20'],
  ];
  const random = randomOf(7, 1);
  const words = [...survey.frequency]
    .filter(([, count]) => count < survey.records * MAX_SHARE)
    .map(([word]) => word);
  for (;;) {
    const text = `${pick(random, words)} ${pick(random, words)}`;
    yield String(new URLSearchParams([...caller, ['q', text]]));
  }
}

/** Does something so many times a second, whether what was begun has ended or not; times of each, in milliseconds. */
function steadily(perSecond, work) {
  const took = [];
  const open = new Set();
  let failure;
  let due = performance.now();
  let timer;
  const begin = () => {
    for (; due <= performance.now(); due += 1_000 / perSecond) {
      const startedAt = due;
      const one = work()
        .then(() => took.push(performance.now() - startedAt))
        .catch((error) => {
          failure ??= error;
        })
        .finally(() => open.delete(one));
      open.add(one);
    }
    timer = setTimeout(begin, due - performance.now());
  };
  begin();
  return async () => {
    clearTimeout(timer);
    await Promise.all(open);
    if (failure !== undefined) throw failure;
    return took;
  };
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => Math.round(10 * (sorted[Math.floor((sorted.length - 1) * share)] ?? 0)) / 10;
  return { count: times.length, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** Writes the catalog, unless it is there; the first of its records. */
async function writeCatalog(file) {
  const out = existsSync(file) ? undefined : createWriteStream(file);
  const first = [];
  for (let number = 0; number < (out ? products : SURVEYED); number++) {
    const value = recordOf(1, number, 'large');
    if (first.length < SURVEYED) first.push(value);
    const line = { op: 'add', path: `/products/${productId(number)}`, value };
    if (out && !out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain');
  }
  if (out) await new Promise((resolve) => out.end(resolve));
  return first;
}

async function measure(folder) {
  const file = path.join(folder, 'catalog.jsonl');
  const first = await writeCatalog(file);
  const service = await startLocalService(folder, ['--load', `${SEARCHED}=${file}`, '--history', 'off']);
  try {
    return await compare(service, file, surveyOf(first));
  } finally {
    agent.destroy();
    await service.stop();
  }
}

async function compare(service, file, survey) {
  const calls = callsOf(service);
  const queries = newQueries(service, survey);
  const searching = () => steadily(SEARCHES_A_SECOND, () => calls.search(queries.next().value));
  let price = 1;
  const delta = () => {
    price++;
    const at = `/products/${productId((price * 37) % products)}/attributes/price`;
    const line = { op: 'add', path: at, value: price };
    return calls.patch(SEARCHED, `${JSON.stringify(line)}\n`);
  };
  // Code is compiled, and columns are read.
  await withEnd(searching(), ALONE_MS);
  const found = { alone: [], under: [], delta: [], loadAlone: [], loadUnder: [] };
  for (let at = 1; at <= Number(options.rounds); at++) {
    found.alone.push(...(await withEnd(searching(), ALONE_MS)));
    found.loadAlone.push(await calls.load(`alone_${at}`, file));
    await wait(ALONE_MS);
    const [endSearches, endDeltas] = [searching(), steadily(DELTAS_A_SECOND, delta)];
    found.loadUnder.push(await calls.load(`beside_${at}`, file));
    found.under.push(...(await endSearches()));
    found.delta.push(...(await endDeltas()));
    await wait(ALONE_MS);
  }
  const total = (loads) => median(loads.map(({ put, index }) => put + index));
  return {
    searches: { alone: summary(found.alone), underLoad: summary(found.under) },
    deltasAccepted: summary(found.delta),
    load: {
      aloneMs: Math.round(total(found.loadAlone)),
      besideSearchesMs: Math.round(total(found.loadUnder)),
      ratio: Math.round((100 * total(found.loadUnder)) / total(found.loadAlone)) / 100,
    },
  };
}

async function withEnd(end, ms) {
  await wait(ms);
  return await end();
}

function print({ searches, deltasAccepted, load }) {
  const line = ({ count, p50, p99, worst }) => `${count}: p50 ${p50}, p99 ${p99}, worst ${worst} ms`;
  console.log(`searches alone       ${line(searches.alone)}`);
  console.log(`searches under load  ${line(searches.underLoad)} (bars: p50 15, p99 150)`);
  console.log(`deltas accepted      ${line(deltasAccepted)}`);
  console.log(
    `load alone ${load.aloneMs} ms, beside them ${load.besideSearchesMs} ms: ${load.ratio} times (bar: 1.25)`,
  );
}

const show = options.json ? printJson : print;
if (options.folder === undefined) await measureInFolder('brctl-bench-under-load-', measure, show);
else show(await measure(options.folder));
