import type { Server } from 'node:net';
import { BrctlError, getMessage } from '../base/errors.ts';

export function listenError(
  listener: { what: 'HTTP' | 'SFTP'; host: string; port: number; option: '--port' | '--sftp-port' },
  cause: unknown,
): BrctlError {
  const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
  return new BrctlError(`cannot listen for ${listener.what} on ${listener.host}:${listener.port}`, {
    kind: 'config',
    code: isTaken ? 'serve.port_in_use' : 'serve.port_unavailable',
    why: isTaken ? 'another program, perhaps another brctl serve, is using the port' : getMessage(cause),
    hint: `choose another port with ${listener.option}, or 0 for any free one`,
    cause,
  });
}

export function readBoundPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
