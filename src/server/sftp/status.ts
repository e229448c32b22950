import { Refusal, type RefusalCode } from '../service/refusals.ts';
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

/** A packet whose fields do not add up. */
export class BadPacket extends StatusError {
  constructor(message: string) {
    super(STATUS.BAD_MESSAGE, message);
  }
}

const OF_SYSTEM_ERROR: Readonly<Record<string, Outcome>> = {
  ENOENT: { status: STATUS.NO_SUCH_FILE, message: 'No such file or directory' },
  ENOTDIR: { status: STATUS.NO_SUCH_FILE, message: 'Not a directory' },
  ELOOP: { status: STATUS.NO_SUCH_FILE, message: 'No such file or directory' },
  EACCES: { status: STATUS.PERMISSION_DENIED, message: 'Permission denied' },
  EPERM: { status: STATUS.PERMISSION_DENIED, message: 'Permission denied' },
  EEXIST: { status: STATUS.FAILURE, message: 'File exists' },
  ENOTEMPTY: { status: STATUS.FAILURE, message: 'Directory not empty' },
  EISDIR: { status: STATUS.FAILURE, message: 'Is a directory' },
  ENAMETOOLONG: { status: STATUS.FAILURE, message: 'File name too long' },
  ENOSPC: { status: STATUS.FAILURE, message: 'No space left on device' },
};

const OF_REFUSAL: Partial<Record<RefusalCode, number>> = {
  unknown_file: STATUS.NO_SUCH_FILE,
  invalid_parameter: STATUS.BAD_MESSAGE,
  forbidden: STATUS.PERMISSION_DENIED,
  not_emulated: STATUS.OP_UNSUPPORTED,
};

/** The outcome for anything that was thrown. System errors are told without the path on the server's disk. */
export function toStatus(thrown: unknown): Outcome {
  if (thrown instanceof StatusError) return thrown;
  if (thrown instanceof Refusal)
    return { status: OF_REFUSAL[thrown.code] ?? STATUS.FAILURE, message: thrown.message };
  const known = OF_SYSTEM_ERROR[(thrown as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return known ?? { status: STATUS.FAILURE, message: 'Failure' };
}
