// How often learned guards are alarmed by feeds that are right, and how many faults they find: years of daily feeds of made-up shops
// with weekends, sales, seasons, launches and discontinuations, and each day the same feed once more with a fault in some of its products.
//   node bench/guards.mjs [--years 2] [--shops 1] [--products 4000] [--share 0.02] [--seed 1] [--json]
// The profiles and verdicts are those of the program.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { FAULTS, withFault } from './guards-faults.mjs';
import { Shop } from './guards-shop.mjs';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '2' },
    shops: { type: 'string', default: '1' },
    products: { type: 'string', default: '4000' },
    share: { type: 'string', default: '0.02' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [years, shops, products, share, firstSeed] = ['years', 'shops', 'products', 'share', 'seed'].map(
  (name) => Number(values[name]),
);
const MAX_ALARMS = 1 / 200;
const MIN_FOUND = 0.95;

const { FeedProfiler, judgeFeed, createProfile } = await loadProfiles();
const kinds = Object.keys(FAULTS);
const faults = new Map(kinds.map((kind) => [kind, { tried: 0, found: 0, named: 0 }]));
const alarms = [];
let quietFeeds = 0;
for (let shop = 0; shop < shops; shop++) simulate(firstSeed + shop);
report();

/** What is to be measured, from the sources. */
async function loadProfiles() {
  const source = fileURLToPath(new URL('../src/client/profile/', import.meta.url));
  const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-guards-'));
  const names = {
    'feed-profiler': 'FeedProfiler',
    'judge-feed': 'judgeFeed',
    profile: 'createProfile',
  };
  const contents = Object.entries(names)
    .map(([file, name]) => `export { ${name} } from './${file}.ts';`)
    .join('\n');
  const outfile = path.join(folder, 'profiles.mjs');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    stdin: { contents, resolveDir: source },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  // The bundle looks for the kernel beside it.
  const kernel = fileURLToPath(new URL('../dist/feature-kernel.wasm', import.meta.url));
  copyFileSync(kernel, path.join(folder, 'feature-kernel.wasm'));
  return await import(outfile);
}

function simulate(seed) {
  const shop = new Shop(seed, products);
  let before = new Map(shop.products);
  const accepted = [];
  for (let nth = 0; nth < years * 365; nth++) {
    const today = new Map(shop.nextDay());
    const profile = seen(before, today, shop.date);
    const unusual = judgeFeed(profile, accepted).filter(({ isUnusual }) => isUnusual);
    if (accepted.length >= 30) {
      quietFeeds++;
      if (unusual.length > 0)
        alarms.push({
          seed,
          date: shop.date.toISOString().slice(0, 10),
          codes: [...new Set(unusual.map(({ code, name }) => `${code} (${name})`))],
        });
      tryFault(kinds[nth % kinds.length], { before, today, accepted, seed: seed * 10_000 + nth });
    }
    accepted.push(profile);
    if (accepted.length > 30) accepted.shift();
    before = today;
  }
}

function tryFault(kind, { before, today, accepted, seed }) {
  const faulty = withFault(today, kind, share, seed);
  const codes = judgeFeed(seen(before, faulty, new Date(0)), accepted)
    .filter(({ isUnusual }) => isUnusual)
    .map(({ code }) => code);
  const counts = faults.get(kind);
  counts.tried++;
  if (codes.length > 0) counts.found++;
  if (FAULTS[kind][0].some((code) => codes.includes(code))) counts.named++;
}

/** As a push sees a catalog beside the one before. */
function seen(before, after, date) {
  const watch = new FeedProfiler(1);
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const [id, record] of before) {
    if (after.has(id)) continue;
    counts.removed++;
    watch.alone(0, passed(id, record));
  }
  for (const [id, record] of after) {
    const then = before.get(id);
    const line = passed(id, record);
    if (then === record) watch.same(line, true);
    else if (then === undefined) {
      counts.added++;
      watch.alone(1, line);
    } else {
      counts.changed++;
      watch.pair(passed(id, then), line);
    }
  }
  return createProfile({ at: date.toISOString(), products: after.size, ...counts }, watch.end());
}

function passed(id, value) {
  const bytes = Buffer.from(JSON.stringify({ op: 'add', path: `/products/${id}`, value }));
  return { bytes, start: 0, end: bytes.length, position: 0 };
}

function report() {
  const rows = [...faults].map(([kind, { tried, found, named }]) => ({
    kind,
    codes: FAULTS[kind][0],
    tried,
    found,
    named,
  }));
  const alarmRate = alarms.length / quietFeeds;
  const isWithin = alarmRate < MAX_ALARMS && rows.every(({ tried, found }) => found >= MIN_FOUND * tried);
  const date = new Date().toISOString().slice(0, 10);
  process.exitCode = isWithin ? 0 : 1;
  if (values.json) {
    console.log(
      JSON.stringify({
        bench: 'guards',
        date,
        years,
        shops,
        products,
        share,
        quietFeeds,
        alarms,
        faults: rows,
        isWithin,
      }),
    );
    return;
  }
  console.log(
    `${date}: ${shops} shops, ${years} years of daily feeds, about ${products} products, faults in ${100 * share} % of them\n`,
  );
  console.log(`false alarms: ${alarms.length} of ${quietFeeds} feeds that are right (bar: 1 in 200)`);
  for (const { seed, date: day, codes } of alarms) console.log(`  shop ${seed}, ${day}: ${codes.join(', ')}`);
  console.log('\n| Fault | Feeds | Found | By its code |\n|---|---|---|---|');
  for (const { kind, codes, tried, found, named } of rows)
    console.log(
      `| ${kind} | ${tried} | ${percent(found, tried)} | ${percent(named, tried)} ${codes.map((code) => `\`${code}\``).join(', ')} |`,
    );
}

function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(1).replace('.0', '')} %`;
}
