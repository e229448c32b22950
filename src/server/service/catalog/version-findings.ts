import type { VersionRow } from '../../store/state-rows.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { Refusal } from '../refusals.ts';
import { unknownCatalogRefusal } from '../registry/catalog-registry.ts';

export const VERDICTS = ['passed', 'allowed', 'unknown'] as const;

export interface GuardResult {
  code: string;
  /** `allowed`: an anomaly, and let pass; `unknown`: it had nothing to compare with. */
  verdict: (typeof VERDICTS)[number];
  why: string;
  examples: string[];
  lines: number[];
}

export interface GuardReport {
  because: string | null;
  guards: GuardResult[];
}

export type VerdictCounts = Record<GuardResult['verdict'], number>;

const MAX_BYTES = 16_384;

/**
 * Guard reports of clients on their loads: the service only stores them, as long as the versions.
 */
export class GuardReports {
  readonly #context: JobContext;

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** @param at a version, or the id of the job that made it. @throws Refusal `unknown_…`, `payload_too_large` */
  async tell(catalog: string, at: string, findings: GuardReport): Promise<VersionRow> {
    const row = this.#find(catalog, at);
    const text = JSON.stringify(findings);
    if (Buffer.byteLength(text) > MAX_BYTES) {
      throw new Refusal('payload_too_large', `findings may take ${MAX_BYTES} bytes`);
    }
    const { store, versions } = this.#context;
    versions.noteFindings(row, text);
    await store.flush();
    return row;
  }

  /** The guard report of a version, if there is one. @throws Refusal `unknown_catalog`, `unknown_version` */
  of(catalog: string, at: string): { row: VersionRow; findings: GuardReport } {
    const row = this.#find(catalog, at);
    const text = this.#context.versions.findings(row);
    return { row, findings: text === undefined ? { because: null, guards: [] } : JSON.parse(text) };
  }

  counts(row: VersionRow): VerdictCounts | null {
    const text = this.#context.versions.findings(row);
    if (text === undefined) return null;
    const counts = { passed: 0, allowed: 0, unknown: 0 };
    for (const { verdict } of (JSON.parse(text) as GuardReport).guards) counts[verdict] += 1;
    return counts;
  }

  /** No other than the one that is named: findings are of one load. */
  #find(catalog: string, at: string): VersionRow {
    const entry = this.#context.registry.find(catalog);
    if (entry === undefined) throw unknownCatalogRefusal(catalog);
    const versions = this.#context.versions.of(entry.row.id);
    const found = versions.find(({ version, jobId }) => jobId === at || String(version) === at);
    if (found !== undefined) return found;
    throw new Refusal('unknown_version', `${catalog} has no version ${JSON.stringify(at)} that is kept`);
  }
}
