import { BrctlError, getMessage } from '../../../base/errors.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import type { EngineHealth } from '../../engine.ts';
import type { Cluster } from './cluster.ts';
import { ALL_INDEXES, ENGINE_NAME } from './index-names.ts';

/** Older servers lack `delimited_term_freq`, or what it needs. */
const MIN_VERSION = [2, 19] as const;

/** Of calls whose answer must come soon: every node is tried once. */
const limitCall = ({ urls }: Cluster) => ({ timeoutMs: 5_000, attempts: urls.length + 1 });

/** A cluster's state as the service tells it: red when it does not answer, or is no OpenSearch of 2.19 or later. */
export async function readHealth(cluster: Cluster): Promise<EngineHealth> {
  return askHealth(cluster).catch((error: unknown) => {
    const why = error instanceof BrctlError ? error.details.why : undefined;
    const detail = why === undefined ? getMessage(error) : `${getMessage(error)}: ${why}`;
    return { engine: ENGINE_NAME, state: 'red', detail };
  });
}

async function askHealth(cluster: Cluster): Promise<EngineHealth> {
  const version = await checkVersion(cluster);
  const health = await cluster.call<{
    cluster_name: string;
    status: EngineHealth['state'];
    number_of_nodes: number;
    unassigned_shards: number;
  }>({ method: 'GET', path: `/_cluster/health/${ALL_INDEXES}`, ...limitCall(cluster) }, 'reading its state');
  const { cluster_name: name, status: state, number_of_nodes: nodes, unassigned_shards: shards } = health;
  const missing = shards === 0 ? '' : `, ${pluralize(shards, 'shard')} or copies of them on none`;
  const detail = `OpenSearch ${version}, cluster ${name} of ${pluralize(nodes, 'node')}${missing}`;
  return { engine: ENGINE_NAME, state, detail };
}

/** The version of a cluster that brctl can work with. */
export async function checkVersion(cluster: Cluster): Promise<string> {
  const { version } = await cluster.call<{ version?: { number?: string; distribution?: string } }>(
    { method: 'GET', path: '/', ...limitCall(cluster) },
    'reading its version',
  );
  const number = version?.number ?? 'unknown';
  const [major = 0, minor = 0] = number.split('.').map(Number);
  const isNew = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]);
  if (version?.distribution === 'opensearch' && isNew) return number;
  throw new BrctlError(`the server at ${cluster.urls.join(', ')} is not a supported OpenSearch server`, {
    kind: 'config',
    code: 'engine.cluster_version',
    why: `it is ${version?.distribution ?? 'not OpenSearch, or an unknown distribution'}, version ${number}`,
    hint: `use OpenSearch ${MIN_VERSION.join('.')} or later`,
  });
}
