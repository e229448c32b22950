import { getMessage } from '../../base/errors.ts';
import { Refusal, type RefusalCode } from '../service/refusals.ts';
import { BadPacket } from './packet-reader.ts';
import { STATUS } from './protocol.ts';

export interface Outcome {
  status: number;
  message: string;
}

export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const OF_SYSTEM_ERROR: Readonly<Record<string, Outcome>> = {
  ENOENT: { status: STATUS.noSuchFile, message: 'No such file or directory' },
  ENOTDIR: { status: STATUS.noSuchFile, message: 'Not a directory' },
  ELOOP: { status: STATUS.noSuchFile, message: 'No such file or directory' },
  EACCES: { status: STATUS.permissionDenied, message: 'Permission denied' },
  EPERM: { status: STATUS.permissionDenied, message: 'Permission denied' },
  EEXIST: { status: STATUS.failure, message: 'File exists' },
  ENOTEMPTY: { status: STATUS.failure, message: 'Directory not empty' },
  EISDIR: { status: STATUS.failure, message: 'Is a directory' },
  ENAMETOOLONG: { status: STATUS.failure, message: 'File name too long' },
  ENOSPC: { status: STATUS.failure, message: 'No space left on device' },
};

const OF_REFUSAL: Partial<Record<RefusalCode, number>> = {
  unknown_file: STATUS.noSuchFile,
  invalid_parameter: STATUS.badMessage,
  forbidden: STATUS.permissionDenied,
  not_emulated: STATUS.operationUnsupported,
};

/** The outcome for anything that was thrown. System errors are told without the path on the server's disk. */
export function toStatus(thrown: unknown): Outcome {
  if (thrown instanceof StatusError) return { status: thrown.status, message: thrown.message };
  if (thrown instanceof Refusal) {
    return { status: OF_REFUSAL[thrown.code] ?? STATUS.failure, message: thrown.message };
  }
  if (thrown instanceof BadPacket) return { status: STATUS.badMessage, message: getMessage(thrown) };
  const known = OF_SYSTEM_ERROR[systemCode(thrown)];
  return known ?? { status: STATUS.failure, message: 'Failure' };
}

function systemCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return '';
  return String(thrown.code);
}
