import type { Log } from '../control/log.ts';

/** Records above which the hosted service's quota is passed (doc: public-facts B5, Limits): a warning here. */
const QUOTA_RECORDS = 500_000;

/** Warns of a catalog over the quota: at its first load since the start, and whenever a load takes it over. */
export class QuotaWarning {
  readonly #log: Pick<Log, 'warn'>;
  readonly #warned = new Set<string>();

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  /** A load has brought a catalog from so many records to so many. */
  loaded(catalog: string, before: number, records: number): void {
    if (records <= QUOTA_RECORDS) return;
    if (before > QUOTA_RECORDS && this.#warned.has(catalog)) return;
    this.#warned.add(catalog);
    const facts = { catalog, records, quota: QUOTA_RECORDS };
    this.#log.warn('catalog exceeds the quota of the hosted service', facts);
  }
}
