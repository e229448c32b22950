/** Where a behaviour of the service comes from: the `x-brctl-basis` header of its answers. */
export type Basis = 'spec' | 'doc' | 'assumption';

/** Service code throws these; http/errors/respond.ts makes a status and an envelope of them, sftp/ its own statuses. */
export type RefusalCode =
  | 'unauthorized' // key missing or wrong (catalog, pathways)
  | 'forbidden' // key wrong (search, widget)
  | 'unknown_catalog'
  | 'unknown_job'
  | 'unknown_record' // control calls
  | 'unknown_version' // control calls
  | 'unknown_file'
  | 'unknown_widget'
  | 'unknown_snapshot'
  | 'unknown_request'
  | 'unsupported_content_type'
  | 'unsupported_encoding'
  | 'payload_too_large'
  | 'too_many_operations'
  | 'not_found' // no such path
  | 'method_not_allowed'
  | 'malformed'
  | 'invalid_parameter'
  | 'query_too_long'
  | 'request_too_long'
  | 'not_emulated'
  | 'other_role' // a process that only searches
  | 'too_many_requests'
  | 'storage_full'
  | 'unavailable'
  | 'internal_error'; // a fault of ours

/** A request that the service refuses; `http/errors/respond.ts` and `sftp/status.ts` turn it into a status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly more: readonly string[];
  /** When it may be asked for again: nothing of the request was taken. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    extra: { more?: readonly string[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.more = extra.more ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}
