import type { Timing } from '../client/api/retry.ts';
import type { Config } from './config/config.ts';
import type { PathSources, Paths } from './config/paths.ts';
import type { Redactor } from './config/redactor.ts';
import type { Io } from './io.ts';
import type { Output, OutputOptions } from './output/output.ts';

export interface GlobalOptions extends Pick<OutputOptions, 'json' | 'quiet' | 'verbosity' | 'maxErrors'> {
  env?: string;
  config?: string;
  /** False with --no-input: never ask. */
  input: boolean;
  color: boolean;
}

/** Environment of the process, as values and functions. */
export interface World extends PathSources, Timing {
  readonly io: Io;
  readonly cwd: string;
  readonly version: string;
  /** That this brctl was built from, if the build knew it. */
  readonly commit: string | undefined;
  readonly pid: number;
  readonly parentPid: number;
  /** Maximum uncompressed bytes of one file in the SFTP folder (default: the service's limit). */
  readonly sftpFileBytes?: number;
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; its reason is a BrctlError that `isStopped`. */
  readonly signal: AbortSignal;
  /** Ends the process at once by the signal that has aborted the run; does nothing where none has. */
  endBySignal(): void;
  /** Does a process with this number run on this machine? */
  isProcessAlive(pid: number): boolean;
  /** Sends a signal to a process, to a whole group where the number is negative; does nothing where it is gone. */
  sendSignal(pid: number, signal: NodeJS.Signals): void;
}

/**
 * Context of a command: everything that comes from outside, so that a test can repeat a run.
 * Configuration is a function: a command that needs none (diff) never reads credentials.
 */
export interface CommandContext extends World {
  /** The command line that was given, with more options. */
  commandLineWith(...more: string[]): string;
  /** Another command line of brctl for the same environment, configuration and connection. */
  commandFor(environment: string, ...words: string[]): string;
  readonly paths: Paths;
  readonly sftpFileBytes: number;
  readonly globals: GlobalOptions;
  readonly output: Output;
  readonly redactor: Redactor;
  config(): Promise<Config>;
  /**
   * The configuration of another environment, which `option` named: from the files alone, as flags and variables are
   * meant for the chosen one.
   */
  configOf(environment: string, option: string): Promise<Config>;
}
