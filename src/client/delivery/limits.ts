import { BrctlError, type BrctlErrorDetails } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { PreparedBody } from './prepare-body.ts';

export interface MeasuredBody
  extends Pick<PreparedBody, 'name' | 'kind' | 'operations' | 'bytes' | 'uncompressedBytes'> {
  mode: 'delta' | 'full';
  /** Operations that one delta job takes (spec: Limits; adjustable on request to the operator). */
  maxOperations: number;
  splitHint?: string;
}

/** The limits of spec: Limits, Body kinds. Throws `input.empty`, `input.too_many_ops`, `input.too_large`. */
export function checkLimits(body: MeasuredBody): void {
  if (body.operations === 0) {
    throw new BrctlError('the input holds nothing to send', {
      kind: 'input',
      code: 'input.empty',
      file: body.name,
      why:
        body.mode === 'full'
          ? 'an empty full load would empty the catalog'
          : 'an empty delta changes nothing',
    });
  }
  if (body.kind === 'sftpPaths') checkBytes(body, LIMITS.jsonPatchBytes, 'a list of SFTP paths');
  else if (body.kind === 'jsonPatch') checkBytes(body, LIMITS.jsonPatchBytes, 'a JSON Patch array');
  else checkBytes(body, LIMITS.jsonLinesBytes, 'JSON Lines');
  const { operations, maxOperations, splitHint: hint } = body;
  if (body.mode === 'delta' && body.kind !== 'sftpPaths' && operations > maxOperations)
    throw tooManyOperationsError(operations, maxOperations, {
      file: body.name,
      line: maxOperations + 1,
      ...(hint !== undefined && { hint }),
    });
}

function checkBytes(body: MeasuredBody, max: number, what: string): void {
  const size = Math.max(body.bytes, body.uncompressedBytes);
  if (size <= max) return;
  const sftp = 'upload it with brctl upload --split and name every path in one brctl submit --sftp';
  throw new BrctlError(
    `${formatCount(size)} bytes uncompressed, but the limit for ${what} is ${formatCount(max)}`,
    {
      kind: 'input',
      code: 'input.too_large',
      file: body.name,
      why: 'the service would refuse the whole request',
      hint:
        body.kind === 'jsonPatch'
          ? 'write one operation per line (JSON Lines), which may be up to 1 GB'
          : (body.splitHint ?? sftp),
    },
  );
}

export function tooManyOperationsError(
  operations: number,
  max: number,
  place: Pick<BrctlErrorDetails, 'file' | 'line' | 'hint'>,
): BrctlError {
  return new BrctlError(`${formatCount(operations)} operations, but one job takes ${formatCount(max)}`, {
    kind: 'input',
    code: 'input.too_many_ops',
    why: 'the service would refuse the whole job',
    ...place,
  });
}
