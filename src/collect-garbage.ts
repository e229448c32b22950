import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees at once what this thread no longer refers to. A closed database keeps its files, their room on the disk and its
 * page cache until the driver's statements are collected, and a thread that makes little garbage would not collect for hours.
 */
export function collectGarbage(): void {
  collect ??= exposedCollector();
  collect();
}

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
