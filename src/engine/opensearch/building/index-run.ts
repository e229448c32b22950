import { setImmediate as nextTurn } from 'node:timers/promises';
import { BrctlError } from '../../../base/errors.ts';
import { AbortedError, type AbortFlag } from '../../../base/process/abort-flag.ts';
import { runForAll } from '../../call.ts';
import type { CatalogVersion, RecordChange, SourceRecord } from '../../engine.ts';
import { chooseIndexMode } from '../../engine.ts';
import type { FieldCatalog } from '../../fields/field-survey.ts';
import { RecordSurvey } from '../../indexing/record-survey.ts';
import { SearchDocuments } from '../../indexing/search-documents.ts';
import type { LanguageSettings } from '../../text/analyser.ts';
import { STEADY_CLOCK } from '../cluster/clock.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { EndedRecords, IndexState } from '../cluster/index-state.ts';
import { toFieldKey } from '../documents/field-paths.ts';
import { buildFieldMappings, buildIndexBody } from '../documents/index-body.ts';
import type { CatalogVersions } from '../sharing/catalog-versions.ts';
import { BulkSender } from './bulk-sender.ts';
import { countDocuments, findSuperseded, removeDocuments, splitEnded } from './superseded-documents.ts';

export interface RunOrder {
  catalog: string;
  /** Without them, English. */
  languages?: LanguageSettings;
  owner: string;
  newIndex: string;
  /** Fencing number of the run. */
  stamp: number;
  from: Origin | null;
  /** Why it does not go on from the version that it was given. */
  rebuiltFor: string | null;
  shards: number;
}

/** A version that a run goes on from. */
export interface Origin {
  name: string;
  version: number;
  /** By the steady clock; null if another process has published it. */
  publishedAtMs: number | null;
}

export interface RunResult {
  state: IndexState;
  mode: 'full' | 'delta' | 'unchanged';
  rebuiltFor: string | null;
}

interface Tools {
  cluster: Cluster;
  versions: CatalogVersions;
  abort: AbortFlag;
}

/** Versions of an index: beyond, it is built anew. */
const MAX_DELTAS = 1000;
/** Each is a clause of every query, and its documents stay: what a late request could remove has to be fenced. */
const MAX_GAPS = 30;
/** The greatest number that the server takes a bitmap of. */
const MAX_DOCID = 2 ** 31 - 1;
const REFRESH_MS = 120_000;

/** Adds a small change to the published index, where no reader sees it yet, or builds a new index beside it. */
export async function runIndex(order: RunOrder, source: CatalogVersion, tools: Tools): Promise<RunResult> {
  const { from } = order;
  if (from === null) return buildWhole(order, source, tools, order.rebuiltFor);
  const state = await tools.versions.find(from);
  if (state === null)
    return buildWhole(order, source, tools, 'the cluster does not know the published version');
  if (source.version === from.version) return { state, mode: 'unchanged', rebuiltFor: null };
  if (state.deltas >= MAX_DELTAS)
    return buildWhole(order, source, tools, `it consists of ${state.deltas} deltas`);
  if (state.gaps.length >= MAX_GAPS)
    return buildWhole(order, source, tools, `${state.gaps.length} index runs were given up`);
  const since = source.changesSince(from.version);
  if (since === null || chooseIndexMode(since.count, source.count) === 'full')
    return buildWhole(order, source, tools, null);
  const changes: RecordChange[] = [];
  for await (const batch of since.changes) {
    tools.abort.throwIfSet();
    changes.push(...batch);
  }
  return addChanges(state, from, order, source, changes, tools);
}

async function addChanges(
  state: IndexState,
  { publishedAtMs }: Origin,
  order: RunOrder,
  source: CatalogVersion,
  changes: readonly RecordChange[],
  tools: Tools,
): Promise<RunResult> {
  const { index } = state;
  const { stamp } = order;
  // The cluster looks them up while this thread works. What is sent is not seen yet, and would not count if it were.
  const ids = changes.map(({ id }) => id);
  const looked = findSuperseded(tools.cluster, state, ids);
  looked.catch(() => undefined);
  await nextTurn();
  const added = changes.filter((change): change is SourceRecord => change.json !== null);
  const survey = new RecordSurvey(state.fields);
  for (const { json } of added) survey.add(json);
  if (survey.outgrown !== null) return buildWhole(order, source, tools, survey.outgrown);
  const { version, count } = source;
  const { fields } = survey;
  if (fields.length > state.fields.length) await addFields(tools.cluster, index, fields);
  const { due, left } = splitEnded(state, { stamp, publishedAtMs, nowMs: STEADY_CLOCK.nowMs() });
  const written = { index, fields, means: state.means, stamp, due, languages: order.languages };
  const sent = await sendAll(written, [added], tools);
  const ended = await looked;
  const isNext = stamp === state.stamp + 1;
  const next = {
    ...state,
    version,
    fields,
    records: count,
    documents: state.documents - countDocuments(ended) + sent,
    stamp,
    ended: [...left, ended],
    gaps: isNext ? state.gaps : [...state.gaps, [state.stamp + 1, stamp - 1] as const],
    deltas: state.deltas + 1,
  };
  const built = await refreshIndex(next, tools);
  const removed = due.map((records) => records.version);
  await tools.versions.forget(index, removed);
  return { state: built, mode: 'delta', rebuiltFor: null };
}

async function addFields(cluster: Cluster, index: string, fields: FieldCatalog): Promise<void> {
  const body = { properties: buildFieldMappings(fields) };
  await cluster.call({ method: 'PUT', path: `/${index}/_mapping`, body }, 'adding fields');
}

async function buildWhole(
  { newIndex: index, owner, catalog, shards, stamp, languages }: RunOrder,
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
  await tools.cluster.makeIndex(index, buildIndexBody({ fields, shards, owner, catalog }));
  try {
    const written = { index, fields, means, stamp, due: null, languages };
    const documents = await sendAll(written, source.records(), tools);
    await settle(index, tools.cluster);
    const { version, count: records } = source;
    const counted = { documents, records, means, deltas: 0 };
    const state = { index, catalog, version, stamp, fields, ...counted, ended: [], gaps: [] };
    return { state: await refreshIndex(state, tools), mode: 'full', rebuiltFor };
  } catch (error) {
    // Also of a run that nobody waits for.
    await runForAll(() =>
      tools.cluster.find({ method: 'DELETE', path: `/${index}` }, 'giving an index up'),
    ).catch(() => undefined);
    throw error;
  }
}

/** From here on nothing that the cluster has acknowledged is lost, and a node's copies are kept on others. */
async function settle(index: string, cluster: Cluster): Promise<void> {
  const flush = { method: 'POST', path: `/${index}/_flush`, timeoutMs: REFRESH_MS } as const;
  await cluster.call(flush, 'writing an index to disk');
  const body = { 'translog.durability': 'request', auto_expand_replicas: '0-1' };
  await cluster.call({ method: 'PUT', path: `/${index}/_settings`, body }, 'having an index copied');
  // So that no node is the only one to have a version that is published. A cluster that has no room for copies works without.
  const query = { wait_for_status: 'green', timeout: '60s' };
  const path = `/_cluster/health/${index}`;
  await cluster.call({ method: 'GET', path, query, timeoutMs: REFRESH_MS }).catch(() => undefined);
}

interface Written {
  index: string;
  fields: FieldCatalog;
  means: IndexState['means'];
  stamp: number;
  languages: LanguageSettings | undefined;
  /** Documents that a delta removes; null for a full build, whose documents bear no stamp. */
  due: readonly EndedRecords[] | null;
}

/** Resolves, once all are in the index, with how many documents the records have. */
async function sendAll(
  { index, fields, means, stamp, due, languages }: Written,
  records: AsyncIterable<readonly SourceRecord[]> | Iterable<readonly SourceRecord[]>,
  { cluster, abort }: Tools,
): Promise<number> {
  const documents = new SearchDocuments(fields, means, toFieldKey, languages);
  const sender = new BulkSender({ cluster, index, stamp });
  const since = due === null ? {} : { since: stamp };
  let done = 0;
  try {
    await removeDocuments(sender, due ?? []);
    for await (const batch of records) {
      abort.throwIfSet();
      for (const record of batch) {
        if (record.docid > MAX_DOCID) throw numbersUsedUpError();
        for (const [at, document] of documents.of(record).entries()) {
          const id = `${record.docid}${at === 0 ? '' : `:${at - 1}`}`;
          sender.add(id, JSON.stringify({ ...document, ...since }));
        }
        await sender.room();
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

function numbersUsedUpError(): BrctlError {
  return new BrctlError(`the catalog has had more than ${MAX_DOCID} changes`, {
    kind: 'unexpected',
    code: 'engine.numbers_used_up',
    why: 'a cluster numbers the versions of records with 31 bits',
    hint: 'load the whole catalog again (PUT): its records are numbered anew',
  });
}

/** Has the documents seen by those who ask for the version, and keeps what its readers need: nobody knows of it yet. */
async function refreshIndex(state: IndexState, { cluster, versions, abort }: Tools): Promise<IndexState> {
  const path = `/${state.index}/_refresh`;
  await Promise.all([
    cluster.call({ method: 'POST', path, timeoutMs: REFRESH_MS }, 'refreshing an index'),
    versions.keep(state),
  ]);
  abort.throwIfSet();
  return state;
}
