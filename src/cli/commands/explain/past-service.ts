import { isNotFound } from '../../../base/errors.ts';
import { type LosslessValue, RawJson } from '../../../base/json/lossless.ts';
import type { ControlCall } from '../../../client/api/local-control.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import type { ExplainDocument } from '../../../protocol/explanation.ts';
import type { LocalService } from '../../shared/local-service.ts';

/** A version of the catalog with the load that made it, as `GET …/versions` tells; null where that is not known. */
export interface Version {
  version: number;
  type: string | null;
  job_id: string | null;
  request_id: string | null;
  source: string | null;
  applied_at: string | null;
  records: number;
  added: number | null;
  changed: number | null;
  removed: number | null;
}

/** A change of one record; operations have their numbers as they came. */
export interface RecordChange {
  version: number;
  kind: 'added' | 'changed' | 'removed' | 'present';
  line: number | null;
  operations: LosslessValue[];
}

/** The most that the control calls tell at once. */
const ALL = 10_000;

/** The past of one catalog, by the control calls of a running service. */
export class PastService {
  readonly #service: LocalService;
  readonly #catalog: string;

  constructor(service: LocalService) {
    this.#service = service;
    this.#catalog = service.catalog();
  }

  get catalog(): string {
    return this.#catalog;
  }

  /** Oldest first. */
  async versions(): Promise<{ versions: Version[]; published: number | null; findsUnavailable: boolean }> {
    const answer = await this.#call(
      `versions?limit=${ALL}`,
      `catalog ${this.#catalog}`,
      'brctl.catalog-versions/1',
    );
    return {
      versions: (answer.versions as Version[]).reverse(),
      published: answer.published_version as number | null,
      findsUnavailable: answer.finds_unavailable as boolean,
    };
  }

  /** Newest first; none for a record that no version has. */
  async changes(id: string): Promise<{ changes: RecordChange[]; isComplete: boolean }> {
    const path = this.#path(`records/${encodeURIComponent(id)}/history?limit=${ALL}`);
    try {
      const { changes, complete } = await this.#service.ask<{ changes: LosslessValue[]; complete: boolean }>(
        path,
        `record ${id}`,
        'brctl.record-history/1',
      );
      return { changes: changes.map(readChange), isComplete: complete };
    } catch (error) {
      if (isNotFound(error)) return { changes: [], isComplete: true };
      throw error;
    }
  }

  async isUnavailable(id: string, version: number): Promise<boolean> {
    const path = `records/${encodeURIComponent(id)}?at=${version}`;
    const answer = await this.#call(path, `record ${id}`, 'brctl.record/1');
    const { attributes } = answer.record as { attributes?: { availability?: unknown } };
    return attributes?.availability === false;
  }

  /** @param moment a version, job or time; undefined for what is published now */
  async explain(
    id: string,
    pairs: readonly Pair[],
    moment: number | string | undefined,
  ): Promise<ExplainDocument> {
    const query = new URLSearchParams(pairs.map(([name, value]) => [name, value] as [string, string]));
    if (moment !== undefined) query.set('at', String(moment));
    const path = `explain/${encodeURIComponent(id)}?${query}`;
    const subject = `product ${id}${typeof moment === 'string' ? ` as of ${moment}` : ''}`;
    const answer = await this.#call(path, subject, 'brctl.explain/1');
    return answer as ExplainDocument;
  }

  async top(pairs: readonly Pair[], version: number): Promise<string[]> {
    const isCategory = pairs.some(([name]) => name === 'category');
    const query = new URLSearchParams({
      request_type: 'search',
      search_type: isCategory ? 'category' : 'keyword',
    });
    for (const [name, value] of pairs) query.append(name === 'category' ? 'q' : name, value);
    query.set('fl', 'pid');
    query.set('at', String(version));
    const answer = await this.#call(`search?${query}`, `catalog ${this.#catalog} as of ${version}`, {});
    const { docs = [] } = (answer.response ?? {}) as { docs?: { pid: string }[] };
    return docs.map(({ pid }) => pid);
  }

  /** A call of the request log; null where the log no longer has it. */
  async request(id: string | null): Promise<{ id: string; at: string; method: string; url: string } | null> {
    if (id === null) return null;
    try {
      const members = { at: 'string', method: 'string', url: 'string' } as const;
      const answer = await this.#service.get(`requests/${id}`, `call ${id}`, members);
      const { at, method, url } = answer as { at: string; method: string; url: string };
      return { id, at, method, url };
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  #call(path: string, subject: string, answers: ControlCall['answers']): Promise<Record<string, unknown>> {
    return this.#service.getPast(this.#path(path), subject, answers);
  }

  #path(path: string): string {
    return `catalogs/${encodeURIComponent(this.#catalog)}/${path}`;
  }
}

function readChange(given: LosslessValue): RecordChange {
  const { version, kind, line, operations } = given as { [member: string]: LosslessValue };
  return {
    version: numberOf(version) ?? 0,
    kind: kind as RecordChange['kind'],
    line: numberOf(line),
    operations: operations as LosslessValue[],
  };
}

function numberOf(value: LosslessValue | undefined): number | null {
  return value instanceof RawJson ? Number(value.text) : null;
}

/** In which versions a record is there, by its changes alone. */
export class RecordPresence {
  /** Oldest first. */
  readonly #changes: readonly RecordChange[];
  readonly #isComplete: boolean;

  /** @param changes newest first, as the service tells them */
  constructor(changes: readonly RecordChange[], isComplete: boolean) {
    this.#changes = changes.toReversed();
    this.#isComplete = isComplete;
  }

  /** False only where the record surely was not there. */
  mayBeThere(version: number): boolean {
    const last = this.#lastBefore(version);
    return last === undefined
      ? !this.#isComplete && this.#changes[0]?.kind !== 'added'
      : last.kind !== 'removed';
  }

  changeIn(version: number): RecordChange | undefined {
    return this.#changes.find((change) => change.version === version && change.kind !== 'present');
  }

  /** The version that gave the record the state that it has in this one: all in between have the same. */
  stateOf(version: number): number | undefined {
    return this.#lastBefore(version)?.version;
  }

  #lastBefore(version: number): RecordChange | undefined {
    return this.#changes.findLast((change) => change.version <= version);
  }
}
