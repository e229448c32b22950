import type { Clock } from '../service/control/clock.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import type { OpenHandles } from './open-handles.ts';
import type { Answer } from './packet-writer.ts';
import type { Request } from './request.ts';

export interface OperationContext {
  files: SftpFiles;
  handles: OpenHandles;
  clock: Clock;
}

/** What an operation throws becomes a status. */
export type Operation = (context: OperationContext, request: Request) => Promise<Answer>;
