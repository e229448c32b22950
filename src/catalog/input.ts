import { statSync } from 'node:fs';
import { formatInputName, type OpenInputOptions, openInput } from './opening/open.ts';

/** Something that can be read from its start, and its name for messages. */
export interface NamedInput {
  name: string;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Can it be opened a second time? stdin and pipes cannot; default false. */
  isRepeatable?: boolean;
}

/** Why something cannot be looked at is told when it is opened. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * A file, or stdin for `-`, plain or gzip; errors are those of `openInput`.
 *
 * @param name how messages call it; the path by default
 */
export function fileInput(
  path: string,
  options: OpenInputOptions = {},
  name = formatInputName(path),
): NamedInput {
  return {
    name,
    isRepeatable: path !== '-' && isRegularFile(path),
    open: () => openInput(path, { ...options, name }),
  };
}
