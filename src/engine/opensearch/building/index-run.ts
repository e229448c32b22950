import { setImmediate as nextTurn } from 'node:timers/promises';
import { AbortedError, type AbortFlag } from '../../../base/process/abort-flag.ts';
import type { CatalogVersion, RecordChange, SourceRecord } from '../../engine.ts';
import { chooseIndexMode } from '../../engine.ts';
import type { FieldCatalog } from '../../fields/field-survey.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { DocumentMaker, type TakeDocument } from '../documents/document-maker.ts';
import { fieldMappings, indexBody } from '../documents/index-body.ts';
import { RecordSurvey } from '../documents/record-survey.ts';
import type { VersionStates } from '../sharing/version-states.ts';
import { BulkSender } from './bulk-sender.ts';
import { endedBy, removeUnpublished } from './ended-documents.ts';

/** What an index run is told. */
export interface RunOrder {
  catalog: string;
  /** Of the instance that runs it. */
  owner: string;
  newIndex: string;
  /** Fencing number of the run. */
  stamp: number;
  /** The published version to go on from; `isLast` where it is known that nothing has been written to its index since. */
  from: { name: string; version: number; isLast: boolean } | null;
  /** Why it does not go on from the version that it was given. */
  rebuiltFor: string | null;
  shards: number;
}

/** What an index run made. */
export interface RunResult {
  state: IndexState;
  mode: 'full' | 'delta' | 'unchanged';
  rebuiltFor: string | null;
}

interface Tools {
  cluster: Cluster;
  versions: VersionStates;
  abort: AbortFlag;
}

/** Versions of an index: beyond, it is built anew. */
const MAX_DELTAS = 1000;
const REFRESH_MS = 120_000;

/** Adds a small change to the published index, where no reader sees it yet, or builds a new index beside it. */
export async function runIndex(order: RunOrder, source: CatalogVersion, tools: Tools): Promise<RunResult> {
  const { from } = order;
  if (from === null) return buildWhole(order, source, tools, order.rebuiltFor);
  const state = await tools.versions.of(from);
  if (state === null)
    return buildWhole(order, source, tools, 'the cluster does not know the published version');
  if (source.version === from.version) return { state, mode: 'unchanged', rebuiltFor: null };
  if (state.deltas >= MAX_DELTAS)
    return buildWhole(order, source, tools, `it consists of ${state.deltas} deltas`);
  const since = source.changesSince(from.version);
  if (since === null || chooseIndexMode(since.count, source.count) === 'full') {
    return buildWhole(order, source, tools, null);
  }
  const changes: RecordChange[] = [];
  for await (const batch of since.changes) {
    tools.abort.throwIfSet();
    changes.push(...batch);
  }
  return addChanges({ state, isLast: from.isLast }, order, source, changes, tools);
}

async function addChanges(
  { state, isLast }: { state: IndexState; isLast: boolean },
  order: RunOrder,
  source: CatalogVersion,
  changes: readonly RecordChange[],
  tools: Tools,
): Promise<RunResult> {
  const { index } = state;
  if (!isLast) await removeUnpublished(tools.cluster, state);
  // The cluster looks them up while this thread works. What is sent is not seen yet, and would not count if it were.
  const ids = changes.map(({ id }) => id);
  const looked = endedBy(tools.cluster, state, ids);
  looked.catch(() => undefined);
  await nextTurn();
  const added = changes.filter((change): change is SourceRecord => change.json !== null);
  const survey = new RecordSurvey(state.fields);
  for (const { json } of added) survey.add(json);
  if (survey.outgrown !== null) return buildWhole(order, source, tools, survey.outgrown);
  const { version, count } = source;
  const { fields } = survey;
  if (fields.length > state.fields.length) await addFields(tools.cluster, index, fields);
  const sent = await sendAll(index, fields, state.means, inOne(added), tools, version);
  const ended = await looked;
  const next = {
    ...state,
    version,
    fields,
    records: count,
    documents: state.documents - ended.documents + sent,
    ended: [...new Set([...state.ended, ...ended.docids])].sort((a, b) => a - b),
    stamp: order.stamp,
    deltas: state.deltas + 1,
  };
  return { state: await kept(next, tools), mode: 'delta', rebuiltFor: null };
}

async function addFields(cluster: Cluster, index: string, fields: FieldCatalog): Promise<void> {
  const body = { properties: fieldMappings(fields) };
  await cluster.insist({ method: 'PUT', path: `/${index}/_mapping`, body }, 'adding fields');
}

async function buildWhole(
  { newIndex: index, owner, catalog, shards, stamp }: RunOrder,
  source: CatalogVersion,
  tools: Tools,
  rebuiltFor: string | null,
): Promise<RunResult> {
  const survey = new RecordSurvey([]);
  for await (const batch of source.records()) {
    tools.abort.throwIfSet();
    for (const { json } of batch) survey.add(json);
  }
  const { fields, means } = survey;
  await makeIndex(index, indexBody({ fields, shards, owner, catalog }), tools.cluster);
  try {
    const documents = await sendAll(index, fields, means, source.records(), tools);
    await settle(index, tools.cluster);
    const { version, count: records } = source;
    const state = { index, catalog, version, stamp, fields, documents, records, means, ended: [], deltas: 0 };
    return { state: await kept(state, tools), mode: 'full', rebuiltFor };
  } catch (error) {
    await tools.cluster
      .find({ method: 'DELETE', path: `/${index}` }, 'giving an index up')
      .catch(() => undefined);
    throw error;
  }
}

/** An answer that was lost on its way does no harm: the name is new, so what is there now is ours. */
async function makeIndex(index: string, body: object, cluster: Cluster): Promise<void> {
  try {
    await cluster.insist({ method: 'PUT', path: `/${index}`, body }, 'making an index');
  } catch (error) {
    const found = await cluster.find({ method: 'GET', path: `/${index}` }).catch(() => null);
    if (found === null) throw error;
  }
}

/** From here on nothing that the cluster has acknowledged is lost, and a node's copies are kept on others. */
async function settle(index: string, cluster: Cluster): Promise<void> {
  await cluster.insist(
    { method: 'POST', path: `/${index}/_flush`, timeoutMs: REFRESH_MS },
    'writing an index to disk',
  );
  const body = { 'translog.durability': 'request', auto_expand_replicas: '0-1' };
  await cluster.insist({ method: 'PUT', path: `/${index}/_settings`, body }, 'having an index copied');
  await copied(index, cluster);
}

/** Waits for the copies, so that no node is the only one to have a version that is published. A cluster that has no room for them works without. */
async function copied(index: string, cluster: Cluster): Promise<void> {
  const query = { wait_for_status: 'green', timeout: '60s' };
  const path = `/_cluster/health/${index}`;
  await cluster.call({ method: 'GET', path, query, timeoutMs: REFRESH_MS }).catch(() => undefined);
}

/**
 * Resolves, once all are in the index, with how many documents the records have.
 *
 * @param since the version that a delta makes; without it the documents are those of a full build
 */
async function sendAll(
  index: string,
  fields: FieldCatalog,
  means: IndexState['means'],
  records: AsyncIterable<readonly SourceRecord[]>,
  { cluster, abort }: Tools,
  since?: number,
): Promise<number> {
  const maker = new DocumentMaker(fields, means);
  const sender = new BulkSender(cluster, index, abort.asSignal());
  const take: TakeDocument = (id, document) => sender.add(id, document);
  let done = 0;
  try {
    for await (const batch of records) {
      abort.throwIfSet();
      for (const record of batch) {
        maker.make(record, take, since);
        if (sender.isFull) await sender.room();
      }
      done += batch.length;
      abort.count(done);
    }
    await sender.finish();
    return sender.count;
  } catch (error) {
    await sender.abandon();
    throw abort.isSet ? new AbortedError() : error;
  }
}

/** Has the documents seen by those who ask for the version, and keeps what its readers need: nobody knows of it yet. */
async function kept(state: IndexState, { cluster, versions, abort }: Tools): Promise<IndexState> {
  const path = `/${state.index}/_refresh`;
  await Promise.all([
    cluster.insist({ method: 'POST', path, timeoutMs: REFRESH_MS }, 'refreshing an index'),
    versions.keep(state),
  ]);
  abort.throwIfSet();
  return state;
}

async function* inOne<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items;
}
