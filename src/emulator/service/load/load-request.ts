import type { Readable } from 'node:stream';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { Account } from '../account/account.ts';

/** A PUT (`full`) or PATCH (`delta`) as it came in, its body unread. */
export interface LoadRequest {
  account: Account;
  catalog: string;
  family: RecordFamily;
  mode: 'full' | 'delta';
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** What the header announces, if it does. */
  contentLength?: number;
  body: Readable;
  /** Of the call, by which the request log has it. */
  requestId?: string;
  /** Is shown every chunk of the body as it came. */
  seen?(chunk: Buffer): void;
}
