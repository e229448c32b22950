import type { AnswerSettings, SearchConditions } from '../search/answer-settings.ts';

/** Format of incident bundles: another number is another format. */
export const INCIDENT_SCHEMA = 'brctl.incident/1';

/** Names of the entries of a bundle, which is a gzip-compressed tar: first the manifest, then each load, then the calls. */
export const MANIFEST_FILE = 'incident.json';
export const REQUESTS_FILE = 'requests.jsonl';

/** The settings of an instance that its answers depend on, by the names of the options that start one. */
export interface IncidentSettings {
  maxOperations: number;
  maxSftpFileBytes: number | null;
  indexNoop: 'success' | 'skipped';
  malformedPutPercent: number;
  loose: boolean;
  requireAuthKey: boolean;
  search: SearchConditions['search'];
  answers: AnswerSettings;
}

/** An account without its keys. */
export interface IncidentAccount {
  account_id: string;
  default_catalog: string;
  catalogs: string[] | null;
  sftp_user: string;
}

/** A catalog as it is put when a replay starts, in order: what was published is put and indexed, then what was stored since. */
export interface IncidentLoad {
  file: string;
  catalog: string;
  account_id: string;
  /** Of the catalog, where it was recorded. */
  version: number;
  records: number;
  indexed: boolean;
}

/** Calls of the log that are not in the bundle, by reason. */
export interface LeftOut {
  /** Before the beginning, or about jobs from before it. */
  earlier: number;
  /** SFTP. */
  sftp: number;
  /** Answered by a fault rule. */
  faults: number;
  /** The log has only the beginning of the body, or the load is in SFTP files. */
  incomplete: number;
  /** With a key where none belongs: what is left of them would not be answered the same, and words of the key may be in the answer. */
  keys: number;
}

/** What a bundle holds: the state of an instance at a time, and the calls that came then. */
export interface IncidentManifest {
  schema: typeof INCIDENT_SCHEMA;
  /** Version of brctl. */
  made_by: string;
  environment: string;
  /** By the service's clock, RFC 3339. */
  made_at: string;
  starts_at: string;
  settings: IncidentSettings;
  accounts: IncidentAccount[];
  loads: IncidentLoad[];
  requests: number;
  left_out: LeftOut;
}
