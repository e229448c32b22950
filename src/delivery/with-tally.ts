import type { TextHandler } from '../catalog/splitting/text-handler.ts';
import { FeedWatch } from '../profile/feed-watch.ts';

/** Shows the texts that a handler gets to a watch, too, if products are to be counted: one in so many. */
export function withTally(
  handler: TextHandler,
  oneIn: number | undefined,
): { handler: TextHandler; watch?: FeedWatch } {
  if (oneIn === undefined) return { handler };
  const watch = new FeedWatch(oneIn);
  return {
    watch,
    handler: {
      text(bytes, start, end, line, column) {
        handler.text(bytes, start, end, line, column);
        watch.line(
          Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
          start,
          end,
        );
      },
      problem: (code, message, line, column) => handler.problem(code, message, line, column),
    },
  };
}
