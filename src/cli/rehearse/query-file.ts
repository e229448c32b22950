import path from 'node:path';
import { openInput } from '../../catalog/opening/open.ts';
import type { GoldenQuery } from '../../rehearse/queries/golden-query.ts';
import { readQueries } from '../../rehearse/queries/read-queries.ts';
import type { CommandContext } from '../context.ts';

/** A file of queries is written by people; what is larger is something else. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @throws BrctlError `file.not_found`, `queries.…` */
export async function readQueryFile(context: CommandContext, file: string): Promise<GoldenQuery[]> {
  return readQueries(await wholeText(context, file), file);
}

/** The text of a small file, or of stdin for `-`. */
export async function wholeText({ cwd, io, signal }: CommandContext, file: string): Promise<string> {
  const place = file === '-' ? file : path.resolve(cwd, file);
  const stdin = io.stdin.stream;
  const chunks: Buffer[] = [];
  const options = { stdin, signal, maxInflatedBytes: MAX_BYTES, ...(file !== '-' && { name: file }) };
  for await (const chunk of await openInput(place, options)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
