/** Limits that the service enforces or recommends: "Limits" of its interface document (spec), and the public documentation (doc). */
export const LIMITS = {
  /** JSON Patch array payload, and any request whose body names SFTP files (spec: Limits, Body kinds). */
  jsonPatchBytes: 5_000_000,
  /** JSON Lines payload, uncompressed (spec: Limits). */
  jsonLinesBytes: 1_000_000_000,
  /** Operations in one delta job, adjustable on request to the operator (spec: Limits). */
  operationsPerJob: 10_000,
  /** Recommended size of a delta job, in operations (spec: Limits). */
  recommendedOperationsPerJob: { min: 5, max: 1_000 },
  /** A change that touches more than this share of the products suggests a full load (spec: Limits). */
  fullLoadAdvisedShare: 0.2,
  /** SFTP files are deleted after this many days (spec: Limits). */
  sftpRetentionDays: 30,
  /** Length of a search or category request, in bytes; longer is 414 (spec: Errors). */
  searchRequestBytes: 16_384,
  /** Query text: characters and words (doc: public-facts C9). */
  queryCharacters: 300,
  queryWords: 30,
  /** Search paging (doc: public-facts C1). */
  rowsDefault: 20,
  rowsMax: 200,
  startMax: 10_000,
  /** Content search paging (doc: public-facts D1). */
  contentRowsDefault: 10,
  contentRowsMax: 100,
  contentStartMax: 1_000,
  /** Ids of catalogs, records, variants, views: characters (doc: public-facts B4). What they may consist of: `catalog/rules/id-rules.ts`. */
  idCharacters: { min: 1, max: 64 },
  /** Least client timeout that the service recommends (spec: Limits). */
  clientTimeoutMs: 2_000,
} as const;

export const SFTP_RETENTION_MS = LIMITS.sftpRetentionDays * 24 * 3_600_000;
