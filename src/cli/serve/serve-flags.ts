import type { EmulatorOptions, Role } from '../../emulator/emulator-options.ts';

/** The options of `brctl serve`. */
export interface ServeFlags {
  port?: number;
  sftpPort?: number;
  host?: string;
  data?: string;
  memory?: boolean;
  load?: string[];
  replay?: string;
  readyFile?: string;
  exec?: string;
  jobDelay?: number;
  history?: NonNullable<EmulatorOptions['history']>;
  indexNoop?: 'success' | 'skipped';
  engine: 'embedded' | 'opensearch';
  engineUrl?: string;
  engineCa?: string;
  role?: Role;
  environments?: string;
  tlsCert?: string;
  tlsKey?: string;
  loose?: boolean;
  requireAuthKey?: boolean;
  maxOperations?: number;
  log?: 'json' | 'human';
}
