import { isNotFound } from '../../../base/errors.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import type { ControlCall } from '../../../client/api/local-control.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import type { CatalogVersions, RecordHistory } from '../../../protocol/control-documents.ts';
import type { ExplainDocument } from '../../../protocol/explanation.ts';
import type { LocalService } from '../../shared/local-service.ts';

/** A change of one record; operations have their numbers as they came. */
export type RecordChange = RecordHistory['changes'][number];

/** The most that the control calls tell at once. */
const ALL = 10_000;

export type PastService = ReturnType<typeof createPastService>;

/** The past of one catalog, by the control calls of a running service. */
export function createPastService(service: LocalService) {
  const catalog = service.catalog();
  const buildPath = (path: string) => `catalogs/${encodeURIComponent(catalog)}/${path}`;
  const call = (path: string, subject: string, answers: ControlCall['answers']) =>
    service.getPast(buildPath(path), subject, answers);
  return {
    catalog,

    /** Newest first. */
    versions: async () =>
      (await call(
        `versions?limit=${ALL}`,
        `catalog ${catalog}`,
        'brctl.catalog-versions/1',
      )) as CatalogVersions,

    /** Where a record was; nowhere, if no version has it. */
    async presence(id: string): Promise<RecordPresence> {
      const path = buildPath(`records/${encodeURIComponent(id)}/history?limit=${ALL}`);
      try {
        const history = await service.ask<RecordHistory>(path, `record ${id}`, 'brctl.record-history/1');
        return buildPresence(history.changes.map(withNumbers), history.complete);
      } catch (error) {
        if (isNotFound(error)) return buildPresence([], true);
        throw error;
      }
    },

    async isUnavailable(id: string, version: number): Promise<boolean> {
      const path = `records/${encodeURIComponent(id)}?at=${version}`;
      const { record } = await call(path, `record ${id}`, 'brctl.record/1');
      const { attributes } = record as { attributes?: { availability?: unknown } };
      return attributes?.availability === false;
    },

    /** @param moment a version, job or time; undefined for what is published now */
    async explain(
      id: string,
      pairs: readonly Pair[],
      moment: number | string | undefined,
    ): Promise<ExplainDocument> {
      const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
      if (moment !== undefined) query.set('at', String(moment));
      const subject = `product ${id}${typeof moment === 'string' ? ` as of ${moment}` : ''}`;
      const path = `explain/${encodeURIComponent(id)}?${query}`;
      return (await call(path, subject, 'brctl.explain/1')) as ExplainDocument;
    },

    async top(pairs: readonly Pair[], version: number): Promise<string[]> {
      const query = new URLSearchParams(
        pairs.map(([name, value]): [string, string] => [name === 'category' ? 'q' : name, value]),
      );
      const isCategory = pairs.some(([name]) => name === 'category');
      query.set('request_type', 'search');
      query.set('search_type', isCategory ? 'category' : 'keyword');
      query.set('fl', 'pid');
      query.set('at', String(version));
      const answer = await call(`search?${query}`, `catalog ${catalog} as of ${version}`, {});
      const { docs = [] } = (answer.response ?? {}) as { docs?: { pid: string }[] };
      return docs.map(({ pid }) => pid);
    },

    /** A call of the request log; without more than its id where the log no longer has it. */
    async request(id: string): Promise<MakingCall> {
      const members = { at: 'string', method: 'string', url: 'string' } as const;
      try {
        const { at, method, url } = await service.get(`requests/${id}`, `request ${id}`, members);
        return { id, at, method, url } as MakingCall;
      } catch (error) {
        if (isNotFound(error)) return { id, at: null, method: null, url: null };
        throw error;
      }
    },
  };
}

type MakingCall = { id: string; at: string | null; method: string | null; url: string | null };

/** Its version and line are told with their digits, as the numbers of operations are. */
function withNumbers(change: RecordChange): RecordChange {
  const readNumber = (value: unknown) => (value instanceof RawJson ? Number(value.text) : null);
  return { ...change, version: readNumber(change.version) ?? 0, line: readNumber(change.line) };
}

export type RecordPresence = ReturnType<typeof buildPresence>;

/**
 * In which versions a record is there, by its changes alone.
 * @param newestFirst as the service tells them
 */
function buildPresence(newestFirst: readonly RecordChange[], isComplete: boolean) {
  const changes = newestFirst.toReversed();
  const findLast = (version: number) => changes.findLast((change) => change.version <= version);
  return {
    /** False only where the record surely was not there. */
    mayBeThere(version: number): boolean {
      const last = findLast(version);
      return last === undefined ? !isComplete && changes[0]?.kind !== 'added' : last.kind !== 'removed';
    },
    changeIn: (version: number) =>
      changes.find((change) => change.version === version && change.kind !== 'present'),
    /** The version that gave the record the state that it has in this one: all in between have the same. */
    stateOf: (version: number) => findLast(version)?.version,
  };
}
