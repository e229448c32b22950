// Converts generated feeds and compares with the parsers alone, in turns: node bench/convert.mjs [rows] [rounds]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFeed } from './feed.mjs';
import { brctl, median, timed, timedNode, warm } from './measure.mjs';

const rows = Number(process.argv[2] ?? 200_000);
const rounds = Number(process.argv[3] ?? 3);
const parser = path.join(path.dirname(fileURLToPath(import.meta.url)), 'parse-feed.mjs');

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-convert-'));
try {
  const feeds = [
    ['xml', false],
    ['csv', false],
    ['csv', true],
    ['jsonl', false],
  ];
  console.log(
    `${rows.toLocaleString('en-US')} rows; the least of ${rounds} ratios in turns is the least disturbed\n`,
  );
  console.log(
    '| Feed | MB | parser alone | convert | median ratio | least ratio | rows a second | MB of memory |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [layout, isScattered] of feeds) {
    const file = path.join(folder, `feed.${layout}`);
    await writeFeed(file, layout, rows, isScattered);
    const [alone, whole, ratios, memory] = [[], [], [], []];
    for (let round = 0; round < rounds; round++) {
      await warm([file]);
      alone.push(await timed(process.execPath, [parser, layout, file]));
      const run = await timedNode([
        brctl,
        'convert',
        file,
        '--from',
        'google',
        '-q',
        '-o',
        path.join(folder, 'out.jsonl'),
      ]);
      whole.push(run.ms);
      memory.push(run.memoryBytes);
      ratios.push(run.ms / alone.at(-1));
    }
    const seconds = (times) => `${(median(times) / 1000).toFixed(2)} s`;
    const cells = [
      `${layout}${isScattered ? ', variants apart' : ''}`,
      (statSync(file).size / 1e6).toFixed(0),
      seconds(alone),
      seconds(whole),
      median(ratios).toFixed(2),
      Math.min(...ratios).toFixed(2),
      Math.round(rows / (median(whole) / 1000)).toLocaleString('en-US'),
      (Math.max(...memory) / 1e6).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
