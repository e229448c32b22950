import { createReadStream } from 'node:fs';
import { LINE_FEED } from '../../json/ascii.ts';

/** The number of the line, from 1, that begins at a position of a plain file. */
export async function lineAt(file: string, position: number): Promise<number> {
  let line = 1;
  if (position === 0) return line;
  for await (const chunk of createReadStream(file, { end: position - 1 })) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) line++;
  }
  return line;
}
