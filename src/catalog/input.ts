import { inputName, type OpenInputOptions, openInput } from './open.ts';

/** Something that can be read from its start, and its name for messages. */
export interface NamedInput {
  name: string;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Can it be opened a second time? stdin cannot. */
  isRepeatable: boolean;
}

/** A file, or stdin for `-`, plain or gzip; errors are those of `openInput`. */
export function fileInput(path: string, options: OpenInputOptions = {}): NamedInput {
  return { name: inputName(path), isRepeatable: path !== '-', open: () => openInput(path, options) };
}
