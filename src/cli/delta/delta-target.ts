import type { PartLayout } from '../../delta/split.ts';

/** Where a delta goes. */
export interface DeltaTarget {
  /** Takes whole lines. */
  write(lines: Uint8Array): Promise<void>;
  /** Puts files under their names. */
  commit(): Promise<void>;
  /** Removes what was not committed. */
  abort(): Promise<void>;
  /** Names of the files that were written; none for stdout. */
  files(): string[];
}

export interface DeltaTargetOptions {
  /** Undefined or `-` for stdout. */
  file: string | undefined;
  /** Folder that the file's name starts from. */
  cwd: string;
  layout: PartLayout;
  split: boolean;
  maxOperations: number;
}
