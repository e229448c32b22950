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

/** Reads the fields of one request (the id is read already), gives the answer's packet; what it throws becomes a status. */
export type Operation = (context: OperationContext, id: number, request: PacketReader) => Promise<Buffer>;

export function okPacket(id: number): Buffer {
  return statusPacket(id, STATUS.ok, 'Success');
}
