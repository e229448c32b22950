import { BrctlError } from '../../../base/errors.ts';
import type { Cell } from './fields.ts';

export interface RowHandler {
  row(cells: Cell[], line: number): void;
  /** A row that cannot be read; reading goes on behind it. */
  rejected(code: string, message: string, line: number): void;
}

/** Cuts a feed, which comes as whole characters of UTF-8, into rows. Memory: one row, never more than the limit. */
export interface RowReader {
  /** @throws BrctlError when nothing that follows can be told apart */
  push(chunk: Buffer): void | Promise<void>;
  /** @throws BrctlError when the feed ends in the middle of something */
  end(): void | Promise<void>;
}

/** A feed of which nothing more can be read. */
export function unreadableFeed(code: string, message: string, line: number, hint: string): BrctlError {
  return new BrctlError(message, {
    kind: 'input',
    code,
    line,
    why: 'the rest cannot be parsed, so brctl used nothing of the feed',
    hint,
  });
}
