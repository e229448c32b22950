import path from 'node:path';
import type { CatalogFolder } from '../../client/state/catalog-folder.ts';
import { type Ledger, openLedger } from '../../client/state/ledger.ts';
import type { LockFiles } from '../../client/state/lock-files.ts';
import type { StateDocument } from '../../client/state/portable-state.ts';
import type { Config } from '../config/config.ts';
import { STATE_ON_SFTP } from '../config/settings.ts';
import type { CommandContext } from '../context.ts';

export interface StateScope {
  environment: string;
  catalog: string;
}

/** Where what is known of a catalog is kept: a folder of this machine, or one that several share. */
export interface StateBackend {
  /** For people. */
  readonly where: string;
  /** Requests as everybody who shares the place sees them. */
  readonly ledger: Ledger;
  /** Requests as this machine knows them: without a connection. */
  readonly localLedger: Ledger;
  /** All that is known, apart from the content of files. */
  describe(): Promise<StateDocument>;
  /** What is kept, to look at; may be older than what another machine writes at this moment. */
  look(): Promise<CatalogFolder>;
  /** Runs `work` as the one owner of what is kept; waits so long for another owner. */
  withLock<T>(work: (folder: CatalogFolder, ledger: Ledger) => Promise<T>, waitMs?: number): Promise<T>;
  lockFiles(): Promise<LockFiles>;
  /** When what is kept goes by itself; undefined where it stays. */
  expiresAt(): Promise<Date | undefined>;
}

/** The folder of this machine that holds the state, or the copy of a state that is elsewhere. */
export function stateFolder(context: CommandContext, config: Config): string {
  const state = config.get('state');
  return state === undefined || state === STATE_ON_SFTP
    ? context.paths.stateDir
    : path.resolve(context.cwd, state);
}

/** The ledger in a folder of this machine. */
export function ledgerIn(context: CommandContext, stateDir: string): Ledger {
  return openLedger({ stateDir, now: context.now, onWarning: (text) => context.output.warn(text) });
}
