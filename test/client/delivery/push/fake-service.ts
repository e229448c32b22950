import { createHash } from 'node:crypto';
import { BrctlError } from '../../../../src/base/errors.ts';
import type { CatalogApi } from '../../../../src/client/api/catalog-api.ts';
import type { CatalogState } from '../../../../src/client/api/catalog-state.ts';
import type { Job } from '../../../../src/client/api/jobs.ts';

type Json = { [name: string]: Json } | string | number | boolean | null | Json[];

/** What happens at a submit: as usual; refused before anything happened; taken, and the answer lost. */
export type SubmitFate = 'ok' | 'refuse' | 'unknown-taken' | 'unknown-lost' | 'job-fails' | 'job-skips';

/** A catalog service in memory: applies what it accepts at once, by rules of its own, not those of the code under test. */
export class FakeService {
  records = new Map<string, Json>();
  /** What a search would show. */
  published = new Map<string, Json>();
  /** Every load that was applied, in order. */
  applied: { mode: 'delta' | 'full'; body: string }[] = [];
  indexRuns = 0;
  readonly jobs = new Map<string, Job>();
  /** Does it tell what it holds, as `brctl serve` does? */
  tellsState = false;
  /** Which times that it is asked, from 1, it does not tell in time. */
  readonly silentAt = new Set<number>();
  #timesAsked = 0;
  version = 0;
  /** Fates of the coming submits; `ok` when none is left. */
  fates: SubmitFate[] = [];

  /** The records as a catalog file would hold them, sorted. */
  catalog(): string[] {
    return [...this.records]
      .map(([id, value]) => JSON.stringify({ op: 'add', path: `/products/${id}`, value }))
      .sort();
  }

  state(): CatalogState | undefined {
    if (!this.tellsState || this.silentAt.has(++this.#timesAsked)) return undefined;
    const contentOf = (records: ReadonlyMap<string, Json>) => {
      const digest = createHash('sha256')
        .update(JSON.stringify([...records].sort()))
        .digest('hex');
      return { version: this.version, digest, records: records.size };
    };
    return {
      ...(this.version > 0 && { stored: contentOf(this.records) }),
      ...(this.published.size > 0 && { published: contentOf(this.published) }),
    };
  }

  api(): CatalogApi {
    return {
      submit: async (load, body) => {
        const fate = this.fates.shift() ?? 'ok';
        if (fate === 'refuse') throw new BrctlError('no', { kind: 'refused', code: 'submit.refused' });
        const chunks: Uint8Array[] = [];
        for await (const chunk of body.open()) chunks.push(chunk);
        await body.beforeLastByte?.();
        if (fate === 'unknown-lost') throw outcomeUnknown();
        const id = this.#run(load.mode, Buffer.concat(chunks).toString('utf8'), fate);
        if (fate === 'unknown-taken') throw outcomeUnknown();
        return id;
      },
      runIndex: async () => {
        this.indexRuns++;
        this.published = new Map(this.records);
        return this.#addJob('success');
      },
      job: async (id) => {
        const job = this.jobs.get(id);
        if (job === undefined) throw new BrctlError('none', { kind: 'not-found', code: 'job.not_found' });
        return job;
      },
    };
  }

  #run(mode: 'delta' | 'full', body: string, fate: SubmitFate): string {
    if (fate === 'job-fails') return this.#addJob('failed');
    if (fate === 'job-skips') return this.#addJob('skipped');
    if (mode === 'full') this.records = new Map();
    for (const line of body.split('\n')) if (line.trim() !== '') this.#apply(JSON.parse(line));
    this.applied.push({ mode, body });
    this.version++;
    return this.#addJob('success');
  }

  #addJob(status: string): string {
    const id = `job-${this.jobs.size + 1}`;
    this.jobs.set(id, { id, status, ...(status === 'failed' && { message: 'Line 1: no' }) });
    return id;
  }

  #apply({ op, path, value }: { op: string; path: string; value: Json }): void {
    const [, , id = '', ...rest] = path.split('/');
    if (rest.length === 0) {
      if (op === 'add') this.records.set(id, value);
      else if (!this.records.delete(id)) throw new Error(`remove of ${id}, which is not there`);
      return;
    }
    const record = structuredClone(this.records.get(id)) as { [name: string]: Json } | undefined;
    if (record === undefined) throw new Error(`${path} changes a product that is not there`);
    const last = rest.pop() ?? '';
    const parent = rest.reduce((at, name) => at[name] as { [name: string]: Json }, record);
    if (op === 'add') parent[last] = value;
    else delete parent[last];
    this.records.set(id, record);
  }
}

function outcomeUnknown(): BrctlError {
  return new BrctlError('the answer was lost', { kind: 'temporary', code: 'submit.outcome_unknown' });
}
