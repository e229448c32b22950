/** Where a behaviour of the service comes from: the `x-brctl-basis` header of its answers. */
export type Basis = 'spec' | 'doc' | 'assumption';

/**
 * Why a request is refused, with the status of HTTP; `sftp/status.ts` has its own. Sources: spec, "Errors"; doc, public-facts A2,
 * B8 and C9; else `assumption` (docs/reference/fidelity.md lists them).
 */
export const REFUSALS = {
  unauthorized: { status: 401, title: 'Unauthorized', basis: 'doc' }, // key missing or wrong (catalog, pathways)
  forbidden: { status: 403, title: 'Forbidden', basis: 'doc' }, // key wrong (search, widget)
  unknown_catalog: { status: 404, title: 'Unknown catalog', basis: 'assumption' },
  unknown_job: { status: 404, title: 'Unknown job', basis: 'doc' },
  unknown_record: { status: 404, title: 'Unknown record', basis: 'assumption' }, // control calls
  unknown_version: { status: 404, title: 'Unknown version', basis: 'assumption' }, // control calls
  unknown_file: { status: 400, title: 'Unknown file', basis: 'assumption' },
  unknown_widget: { status: 404, title: 'Unknown widget', basis: 'doc' },
  unknown_snapshot: { status: 404, title: 'Unknown snapshot', basis: 'assumption' },
  unknown_request: { status: 404, title: 'Unknown request', basis: 'assumption' },
  unsupported_content_type: { status: 406, title: 'Invalid Content-Type', basis: 'doc' },
  unsupported_encoding: { status: 406, title: 'Invalid Content-Encoding', basis: 'assumption' },
  payload_too_large: { status: 413, title: 'Payload too large', basis: 'doc' },
  too_many_operations: { status: 413, title: 'Too many operations', basis: 'assumption' },
  not_found: { status: 404, title: 'Not Found', basis: 'assumption' }, // no such path
  method_not_allowed: { status: 405, title: 'Method Not Allowed', basis: 'assumption' },
  malformed: { status: 400, title: 'Malformed request', basis: 'doc' },
  invalid_parameter: { status: 400, title: 'Invalid parameter', basis: 'doc' },
  query_too_long: { status: 400, title: 'Query too long', basis: 'doc' },
  request_too_long: { status: 414, title: 'Request too long', basis: 'spec' },
  not_emulated: { status: 501, title: 'Not emulated', basis: 'assumption' },
  // A process that only searches (RFC 9110, section 15.5.20).
  other_role: { status: 421, title: 'Another process does this', basis: 'assumption' },
  too_many_requests: { status: 429, title: 'Too many requests', basis: 'doc' },
  storage_full: { status: 507, title: 'Storage full', basis: 'assumption' },
  unavailable: { status: 503, title: 'Unavailable', basis: 'assumption' },
  internal_error: { status: 500, title: 'Internal error', basis: 'assumption' }, // a fault of ours
} satisfies Record<string, { status: number; title: string; basis: Basis }>;

export type RefusalCode = keyof typeof REFUSALS;

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
