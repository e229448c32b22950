import type { Readable } from 'node:stream';
import type { EngineHealth } from '../engine/engine.ts';
import type { Role } from './emulator-options.ts';
import type { Instance } from './instance.ts';
import type { FrontEndReady, ReadyObject } from './ready-object.ts';
import type { SnapshotInfo } from './service/catalog/snapshots.ts';
import type { ServiceClock } from './service/control/clock.ts';
import type { Metrics } from './service/control/metrics.ts';

export interface EmulatorHost extends Instance {
  role: Role;
  clock: ServiceClock;
  metrics: Metrics;
  mask(text: string): string;
  /** The ready object once everything is up, null before. */
  ready(): ReadyObject | FrontEndReady | null;
  engineHealth(): Promise<EngineHealth>;
  openApi(): unknown;
  version: string;
  /** Back to empty, or to a named snapshot: data, jobs, SFTP files, request log, fault rules and clock. */
  reset(snapshot?: string): Promise<void>;
  saveSnapshot(name: string): Promise<void>;
  deleteSnapshot(name: string): Promise<void>;
  exportSnapshot(name: string): Readable;
  importSnapshot(name: string, archive: Readable): Promise<void>;
  snapshots(): SnapshotInfo[];
  /** Resolves when the threads of jobs and searches have ended: one in a long step of the database outlives a stop. */
  threadsEnded(): Promise<void>;
}
