import { BrctlError } from '../../errors.ts';

/** A feed of which nothing more can be read. */
export function unreadableFeed(code: string, message: string, line: number, hint: string): BrctlError {
  return new BrctlError(message, {
    kind: 'input',
    code,
    line,
    why: 'what follows cannot be told apart, so nothing of the feed is used',
    hint,
  });
}
