// An OpenSearch cluster on this machine, for tests, benches and a look: npm run opensearch
//   npm run opensearch                               one node on port 9200 until Ctrl-C
//   npm run opensearch -- --nodes 3 --port 9400      three: 9400, 9401, 9402
//   npm run opensearch -- --exec "COMMAND"           on free ports; runs COMMAND with BRCTL_TEST_OPENSEARCH set to its
//                                                    addresses, stops, and ends with the command's exit code
// It needs a JDK (17 or 21) and, the first time, Maven; both from the network once, 50 MB, into the cache folder.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.mjs';
import { OPENSEARCH, openHome, pinJars } from './home.mjs';

const HELP = `npm run opensearch -- [options]
  --nodes N        nodes of the cluster (1)
  --port PORT      HTTP port of the first, the others follow; transport ports are 100 above (9200; with --exec free ones)
  --heap MB        memory of each Java heap (512)
  --data FOLDER    keeps the data there; without it nothing is kept
  --quick          starts in half the time, answers slower in the long run: for tests
  --exec COMMAND   runs a command of the shell against the cluster, with BRCTL_TEST_OPENSEARCH, and ends with it
  --fetch          only fetches the server
  --pin            writes jars.sha256 for what pom.xml asks for`;

const say = (text) => process.stderr.write(`opensearch: ${text}\n`);

/** A whole number of an option. */
function numberOf(name, text, least) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= 65_535) return value;
  say(`--${name} takes a whole number from ${least}, not "${text}"`);
  process.exit(2);
}

function portOf({ port, exec }) {
  if (port !== undefined) return numberOf('port', port, 1);
  return exec === undefined ? 9200 : undefined;
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        nodes: { type: 'string', default: '1' },
        port: { type: 'string' },
        heap: { type: 'string', default: '512' },
        data: { type: 'string' },
        quick: { type: 'boolean', default: false },
        exec: { type: 'string' },
        fetch: { type: 'boolean', default: false },
        pin: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    say(`${error.message}\n${HELP}`);
    process.exit(2);
  }
}

/** Runs the command with this process's streams; resolves with its exit code. */
function runCommand(command, urls) {
  const env = { ...process.env, BRCTL_TEST_OPENSEARCH: urls };
  const child = spawn(command, { shell: true, stdio: 'inherit', env });
  return {
    child,
    ended: new Promise((resolve) => {
      child.once('error', () => resolve(127));
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    }),
  };
}

async function main(options) {
  const began = performance.now();
  const interruption = interruptions();
  const cluster = await startCluster({
    count: numberOf('nodes', options.nodes, 1),
    port: portOf(options),
    heapMb: numberOf('heap', options.heap, 128),
    folder: options.data,
    quick: options.quick,
    say,
    signal: interruption.signal,
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const pids = cluster.nodes.map(({ name, pid }) => `${name} pid ${pid}`).join(', ');
  process.stdout.write(`ready ${cluster.urls} OpenSearch ${OPENSEARCH}, ${pids}, ${seconds} s\n`);
  const running = options.exec === undefined ? null : runCommand(options.exec, cluster.urls);
  interruption.onSignal = (signal, again) => {
    running?.child.kill(signal);
    // Who asks twice does not want to wait.
    if (again) void cluster.kill();
  };
  const code = running === null ? await interruption.first : await running.ended;
  if (running === null) say('stopping');
  await cluster.stop();
  return code;
}

/** Hears Ctrl-C and its like: gives up a start, then does what `onSignal` says. */
function interruptions() {
  const start = new AbortController();
  const heard = { signal: start.signal, onSignal: () => {}, first: null };
  heard.first = new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(name, () => {
        heard.onSignal(name, start.signal.aborted);
        start.abort(new Error('interrupted'));
        resolve(0);
      });
  });
  return heard;
}

const options = readOptions();
try {
  if (options.help) process.stdout.write(`${HELP}\n`);
  else if (options.pin) await pinJars();
  else if (options.fetch) process.stdout.write(`${await openHome(say)}\n`);
  else process.exitCode = await main(options);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
