// How long `brctl upload` takes, against `sftp put` of OpenSSH to the same server of OpenSSH on this machine:
//   plain       brctl upload --no-rename          against   sftp put                   bar 0.9
//   compressed  brctl upload --as x.jsonl.gz      against   gzip -c | then sftp put     bar 0.7
//   serve       sftp put to `brctl serve`         against   sftp put to sshd            (told, no bar)
// and the most memory that brctl takes (bar 160 MB).
//   node bench/sftp.mjs <catalog.jsonl> [--runs 3] [--json]
// Runs of both sides alternate and the best of each counts, so that a busy machine disturbs both alike.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, json: { type: 'boolean', default: false } },
});
const file = positionals[0] && path.resolve(positionals[0]);
const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find(existsSync);
const BARS = { plain: 0.9, compressed: 0.7, residentMegabytes: 160 };

if (file === undefined || SSHD === undefined) {
  console.error(
    file === undefined ? 'usage: node bench/sftp.mjs <catalog.jsonl>' : 'sftp bench skipped: no sshd here',
  );
  process.exit(file === undefined ? 2 : 0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-sftp-'));
const home = path.join(folder, 'home');
const userKey = path.join(folder, 'user_key');

function keygen(target) {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', target]);
}

async function startSshd() {
  mkdirSync(home);
  keygen(userKey);
  keygen(path.join(folder, 'host_key'));
  const port = await freePort();
  const config = path.join(folder, 'sshd_config');
  writeFileSync(
    config,
    `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${folder}/host_key\nAuthorizedKeysFile ${userKey}.pub\nStrictModes no
UsePAM no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\nPidFile none\nSubsystem sftp internal-sftp -d ${home}\n`,
  );
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const child = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: 'ignore' });
  while (!(await answers(port))) await waitFor(child);
  const hostKey = readFileSync(path.join(folder, 'host_key.pub'), 'utf8').trim();
  return { child, host: '127.0.0.1', port, user: userInfo().username, keyFile: userKey, hostKey };
}

async function startServe() {
  const readyFile = path.join(folder, 'ready.json');
  const args = ['serve', '--memory', '--port', '0', '--sftp-port', '0', '--ready-file', readyFile];
  const child = spawn(process.execPath, [path.join(root, 'bin/brctl.js'), ...args], { stdio: 'ignore' });
  while (!existsSync(readyFile)) await waitFor(child);
  return { child, ...JSON.parse(readFileSync(readyFile, 'utf8')).sftp };
}

/** Runs a program to its end; gives milliseconds and, where asked for, the most memory it took. */
function timed(program, args, options = {}) {
  const startedAt = performance.now();
  const run = spawnSync(program, args, { stdio: ['pipe', 'ignore', 'pipe'], ...options });
  if (run.status !== 0) throw new Error(`${program} ended with ${run.status}: ${run.stderr}`);
  return { ms: performance.now() - startedAt, stderr: String(run.stderr) };
}

function brctl(to, args) {
  const report = path.join(folder, 'rss.cjs');
  writeFileSync(
    report,
    "process.on('exit', () => process.stderr.write('RSS ' + process.resourceUsage().maxRSS));",
  );
  const env = {
    ...process.env,
    BRCTL_ENV: 'staging',
    BRCTL_SFTP_HOST: to.host,
    BRCTL_SFTP_PORT: String(to.port),
    BRCTL_SFTP_USER: to.user,
    BRCTL_SFTP_KEY_FILE: to.keyFile,
    BRCTL_KNOWN_HOSTS: to.hostKey,
    XDG_STATE_HOME: folder,
  };
  const run = timed(
    process.execPath,
    ['--require', report, path.join(root, 'bin/brctl.js'), 'upload', '-q', ...args],
    { env },
  );
  return { ms: run.ms, residentBytes: Number(/RSS (\d+)/.exec(run.stderr)?.[1]) * 1024 };
}

function sftpPut(to, local, remote) {
  const known = path.join(folder, 'known_hosts');
  writeFileSync(known, `[${to.host}]:${to.port} ${to.hostKey}\n`);
  const options = [
    '-q',
    '-b',
    '-',
    '-i',
    to.keyFile,
    '-P',
    String(to.port),
    '-o',
    `UserKnownHostsFile=${known}`,
  ];
  return timed('sftp', [...options, `${to.user}@${to.host}`], { input: `put ${local} ${remote}\n` });
}

function gzipThenPut(to, local, remote) {
  const packed = path.join(folder, 'packed.gz');
  const startedAt = performance.now();
  timed('sh', ['-c', 'gzip -c "$1" > "$2"', 'sh', local, packed]);
  sftpPut(to, packed, remote);
  return { ms: performance.now() - startedAt };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A moment for a server that is starting. */
async function waitFor(child) {
  if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

async function stop({ child }) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Best time of each way of bringing the file over, all ways in turn. */
function compare(ways, runs) {
  const best = Object.fromEntries(Object.keys(ways).map((name) => [name, Number.POSITIVE_INFINITY]));
  let residentBytes = 0;
  for (let round = 0; round < runs; round++) {
    for (const [name, run] of Object.entries(ways)) {
      const result = run();
      best[name] = Math.min(best[name], result.ms);
      residentBytes = Math.max(residentBytes, result.residentBytes ?? 0);
    }
  }
  return { best, residentBytes };
}

const round = (number) => Math.round(number * 100) / 100;

const sshd = await startSshd();
const serve = await startServe();
try {
  const bring = (remote) => {
    // What lies there already would be compared, not sent.
    rmSync(path.join(home, remote), { force: true });
    return brctl(sshd, [file, '--as', remote]);
  };
  const ways = {
    brctlPlain: () => bring('plain.jsonl'),
    sftpPlain: () => sftpPut(sshd, file, 'plain-put.jsonl'),
    brctlCompressed: () => bring('packed.jsonl.gz'),
    gzipThenSftp: () => gzipThenPut(sshd, file, 'packed-put.jsonl.gz'),
    sftpToServe: () => sftpPut(serve, file, 'put.jsonl'),
  };
  const { best, residentBytes } = compare(ways, Number(values.runs));
  const report = {
    bytes: statSync(file).size,
    ms: Object.fromEntries(Object.entries(best).map(([name, ms]) => [name, Math.round(ms)])),
    plain: round(best.brctlPlain / best.sftpPlain),
    compressed: round(best.brctlCompressed / best.gzipThenSftp),
    serveAgainstSshd: round(best.sftpToServe / best.sftpPlain),
    residentMegabytes: round(residentBytes / 1e6),
    bars: BARS,
  };
  console.log(JSON.stringify(report, null, values.json ? 0 : 2));
} finally {
  await Promise.all([stop(sshd), stop(serve)]);
  rmSync(folder, { recursive: true, force: true });
}
