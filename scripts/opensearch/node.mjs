// One server process on loopback, with a folder of its own for data, configuration and log.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Without its native library the server makes no system calls of its own, and so does not mind to run as root. */
const NO_NATIVE = ['-Djna.nosys=true', '-Djna.nounpack=true'];
const JVM = [
  '-XX:+UseG1GC',
  '-XX:+ExitOnOutOfMemoryError',
  '-Djava.awt.headless=true',
  '-Djava.security.manager=allow',
  '-Dio.netty.noUnsafe=true',
  '-Dio.netty.noKeySetOptimization=true',
  '-Dio.netty.recycler.maxCapacityPerThread=0',
  '-Dlog4j.shutdownHookEnabled=false',
  '-Dlog4j2.disable.jmx=true',
  '-Dopensearch.distribution.type=tar',
  '-Dopensearch.bundled_jdk=false',
  ...NO_NATIVE,
];

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`;

/** The java to run servers with. @throws Error for none, or one that they do not run on */
export function findJava() {
  const own = process.env.JAVA_HOME && path.join(process.env.JAVA_HOME, 'bin', 'java');
  const java = own && existsSync(own) ? own : 'java';
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  if (error)
    throw new Error('there is no java: install a JDK (Debian: apt-get install openjdk-17-jre-headless)');
  const major = Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (major < 11 || major > 23)
    throw new Error(
      `${java} is Java ${major}, which OpenSearch 2.19 does not run on: set JAVA_HOME to a JDK 17 or 21`,
    );
  return java;
}

/** A node of a cluster: `start`, `kill` and `stop` may be called again and again; its data stays. */
export class ServerNode {
  #java;
  #home;
  #folder;
  #transport;
  #heapMb;
  #seeds;
  #quick;
  #child = null;
  #ended = Promise.resolve();

  /**
   * @param port of HTTP
   * @param transport port that the other nodes connect to
   * @param seeds those ports of all nodes, n1 first; a node alone has none
   * @param quick compile less: starts in half the time, and answers slower in the long run
   */
  constructor({ java, home, folder, name, port, transport, heapMb, seeds, quick }) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.port = port;
    this.#java = java;
    this.#home = home;
    this.#folder = folder;
    this.#transport = transport;
    this.#heapMb = heapMb;
    this.#seeds = seeds;
    this.#quick = quick;
  }

  get pid() {
    return this.#child?.pid ?? null;
  }

  get logFile() {
    return path.join(this.#folder, 'node.log');
  }

  /** Starts the process; it answers some seconds later. */
  start() {
    for (const name of ['config', 'data', 'logs', 'tmp'])
      mkdirSync(path.join(this.#folder, name), { recursive: true });
    writeFileSync(path.join(this.#folder, 'config', 'opensearch.yml'), this.#configuration());
    writeFileSync(path.join(this.#folder, 'config', 'log4j2.properties'), LOGGING);
    const log = openSync(this.logFile, 'a');
    const child = spawn(this.#java, this.#arguments(), { stdio: ['ignore', log, log] });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => {
        this.#child = null;
        resolve();
      });
    });
  }

  /** Ends the process as a broken machine does. */
  async kill() {
    this.#child?.kill('SIGKILL');
    await this.#ended;
  }

  async stop() {
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  /** What the process has said last. */
  lastLines(count = 15) {
    return readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  }

  #arguments() {
    const heap = [`-Xms${this.#heapMb}m`, `-Xmx${this.#heapMb}m`];
    const places = {
      'java.io.tmpdir': path.join(this.#folder, 'tmp'),
      'opensearch.path.home': this.#home,
      'opensearch.path.conf': path.join(this.#folder, 'config'),
    };
    return [
      ...heap,
      ...JVM,
      ...(this.#quick ? ['-XX:TieredStopAtLevel=1'] : []),
      ...(process.env.OPENSEARCH_JAVA_OPTS ?? '').split(' ').filter((option) => option !== ''),
      ...Object.entries(places).map(([name, value]) => `-D${name}=${value}`),
      '-cp',
      path.join(this.#home, 'lib', '*'),
      'org.opensearch.bootstrap.OpenSearch',
    ];
  }

  #configuration() {
    const settings = {
      'cluster.name': 'brctl',
      'node.name': this.name,
      'network.host': '127.0.0.1',
      'http.port': this.port,
      'transport.port': this.#transport,
      'path.data': path.join(this.#folder, 'data'),
      'path.logs': path.join(this.#folder, 'logs'),
      // A machine for tests may be full to any degree.
      'cluster.routing.allocation.disk.threshold_enabled': false,
      'action.auto_create_index': false,
      ...(this.#seeds.length === 1
        ? { 'discovery.type': 'single-node' }
        : {
            'discovery.seed_hosts': this.#seeds.map((port) => `127.0.0.1:${port}`),
            'cluster.initial_cluster_manager_nodes': this.#seeds.map((_, at) => `n${at + 1}`),
            // A killed process is gone at once; a machine that is merely busy must not be taken for gone.
            'cluster.fault_detection.leader_check.interval': '500ms',
            'cluster.fault_detection.follower_check.interval': '500ms',
          }),
    };
    return Object.entries(settings)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
      .join('');
  }
}
