import { LINE_FEED } from '../../base/json/ascii.ts';

/** The texts of files, one after the other; the last line of each is ended. */
export async function* joinFiles(
  files: readonly string[],
  open: (file: string) => Promise<AsyncIterable<Buffer>>,
): AsyncGenerator<Buffer> {
  for (const file of files) {
    let last = LINE_FEED;
    for await (const chunk of await open(file)) {
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
    if (last !== LINE_FEED) yield Buffer.of(LINE_FEED);
  }
}
