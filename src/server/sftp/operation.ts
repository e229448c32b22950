import type { Clock } from '../service/control/clock.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import type { OpenHandles } from './open-handles.ts';
import type { PacketReader } from './packet-reader.ts';
import { statusPacket } from './packet-writer.ts';
import { STATUS } from './protocol.ts';

export interface OperationContext {
  files: SftpFiles;
  handles: OpenHandles;
  clock: Clock;
}

/**
 * One SFTP request: reads its fields (the id is read already) and gives the answer's packet.
 * Whatever it throws becomes a status (status.ts).
 */
export type Operation = (context: OperationContext, id: number, request: PacketReader) => Promise<Buffer>;

export function okPacket(id: number): Buffer {
  return statusPacket(id, STATUS.ok, 'Success');
}
