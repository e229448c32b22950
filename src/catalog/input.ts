import { statSync } from 'node:fs';
import { inputName, type OpenInputOptions, openInput } from './open.ts';

/** Something that can be read from its start, and its name for messages. */
export interface NamedInput {
  name: string;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Can it be opened a second time? stdin and pipes cannot; default false. */
  isRepeatable?: boolean;
}

/**
 * A file, or stdin for `-`, plain or gzip; errors are those of `openInput`.
 *
 * @param name how messages call it; the path by default
 */
export function fileInput(path: string, options: OpenInputOptions = {}, name = inputName(path)): NamedInput {
  const isRepeatable = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return { name, isRepeatable, open: () => openInput(path, { ...options, name }) };
}
