// A cluster of one or more nodes on loopback.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openHome } from './home.mjs';
import { findJava, ServerNode } from './node.mjs';

const READY_WITHIN_MS = 300_000;
const LOOK_MS = 200;
/** From a node's HTTP port to its transport port. */
const TRANSPORT = 100;

/**
 * Starts a cluster and waits until all its nodes are in it.
 *
 * @param count how many nodes
 * @param port HTTP port of the first, the others follow; free ones without it
 * @param signal gives a start up; what has been started is ended
 * @param folder where they keep their data; without it a passing one, removed by `stop`
 */
export async function startCluster({
  count = 1,
  port,
  heapMb = 512,
  folder,
  quick = false,
  say = () => {},
  signal,
} = {}) {
  const java = findJava();
  const home = await openHome(say);
  const ports = port === undefined ? await freePorts(count * 2) : portsFrom(port, count);
  const passing = folder === undefined ? mkdtempSync(path.join(tmpdir(), 'brctl-opensearch-')) : null;
  const seeds = ports.slice(count);
  const nodes = seeds.map(
    (transport, at) =>
      new ServerNode({
        java,
        home,
        folder: path.join(path.resolve(folder ?? passing), `n${at + 1}`),
        name: `n${at + 1}`,
        port: ports[at],
        transport,
        heapMb,
        seeds,
        quick,
      }),
  );
  const cluster = new Cluster(nodes, passing);
  try {
    for (const node of nodes) node.start();
    await cluster.untilHealthy(`wait_for_nodes=${count}`, { signal });
    return cluster;
  } catch (error) {
    await cluster.kill();
    throw signal?.aborted ? signal.reason : error;
  }
}

class Cluster {
  #passing;

  constructor(nodes, passing) {
    this.nodes = nodes;
    this.#passing = passing;
  }

  /** Addresses of all nodes, comma separated, as `--engine-url` takes them. */
  get urls() {
    return this.nodes.map(({ url }) => url).join(',');
  }

  /**
   * Waits for what `/_cluster/health` waits for: `wait_for_status=green`, say.
   *
   * @param asked nodes to ask: one that has just been started, say
   * @throws Error with the last lines of a node that ended meanwhile
   */
  async untilHealthy(condition, { signal, asked = this.nodes } = {}) {
    const until = Date.now() + READY_WITHIN_MS;
    for (;;) {
      for (const node of asked) {
        if (node.pid === null) continue;
        const answer = await health(node.url, condition);
        if (answer !== null) return answer;
      }
      if (this.nodes.every(({ pid }) => pid === null))
        throw new Error(
          `no node runs any more; ${this.nodes[0].logFile} ends with:\n${this.nodes[0].lastLines()}`,
        );
      if (Date.now() > until)
        throw new Error(
          `not ${condition} within ${READY_WITHIN_MS / 1000} s; ${this.nodes[0].logFile} ends with:\n${this.nodes[0].lastLines()}`,
        );
      await wait(LOOK_MS, undefined, { signal });
    }
  }

  /** Ends all nodes; may be called again. */
  async stop() {
    await Promise.all(this.nodes.map((node) => node.stop()));
    this.#remove();
  }

  /** Ends all nodes at once, whatever they do. */
  async kill() {
    await Promise.all(this.nodes.map((node) => node.kill()));
    this.#remove();
  }

  #remove() {
    if (this.#passing !== null) rmSync(this.#passing, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The health as soon as the condition holds; null where it does not within some seconds, or nobody answers. */
async function health(url, condition) {
  try {
    const response = await fetch(`${url}/_cluster/health?${condition}&timeout=5s`, {
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await response.json();
    return response.ok && !answer.timed_out ? answer : null;
  } catch {
    return null;
  }
}

function portsFrom(first, count) {
  const http = Array.from({ length: count }, (_, at) => first + at);
  return [...http, ...http.map((port) => port + TRANSPORT)];
}

/** Ports that nobody listens on now, each another. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer().once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
