import { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { PushContext } from './push-context.ts';

/** Payload while it fits uncompressed (spec: Limits), else SFTP. Throws `push.no_sftp`, `input.too_large`. */
export function chooseRoute(
  { options, service }: Pick<PushContext, 'options' | 'service'>,
  mode: 'delta' | 'full',
  uncompressedBytes: number,
): 'payload' | 'sftp' {
  const fits = uncompressedBytes <= LIMITS.jsonLinesBytes;
  const wanted = options.via === 'auto' ? (fits ? 'payload' : 'sftp') : options.via;
  if (wanted === 'payload' && !fits) throw tooLargeError(mode, uncompressedBytes);
  if (wanted === 'sftp' && service.upload === undefined)
    throw noSftpError(options.via === 'sftp', uncompressedBytes);
  return wanted;
}

function tooLargeError(mode: 'delta' | 'full', bytes: number): BrctlError {
  return new BrctlError(
    `this ${mode === 'full' ? 'full load' : 'delta'} is ${formatCount(bytes)} bytes, but a payload may have at most ${formatCount(LIMITS.jsonLinesBytes)}`,
    {
      kind: 'input',
      code: 'input.too_large',
      why: 'the service would refuse the whole request',
      hint: 'use --via auto or --via sftp',
    },
  );
}

function noSftpError(isRequested: boolean, bytes: number): BrctlError {
  const why = isRequested
    ? '--via sftp was asked for'
    : `${formatCount(bytes)} bytes do not fit into a payload of ${formatCount(LIMITS.jsonLinesBytes)}`;
  return new BrctlError('no SFTP access is configured', {
    kind: 'config',
    code: 'push.no_sftp',
    why,
    hint: 'set sftpHost, sftpUser and sftpKeyFile for this environment, then brctl doctor',
  });
}
