import type { Socket } from 'node:net';
import type { Server } from 'node:tls';

/** A client gets so long to agree on keys; Node's own bound is two minutes. */
export const HANDSHAKE_TIMEOUT_MS = 15_000;

/**
 * Bounds the connections of a TLS server that have not agreed on keys yet. The oldest of them gives way to a new one:
 * whoever opens connections and says nothing, or very slowly, keeps nobody out.
 */
export function limitHandshakes(server: Pick<Server, 'on'>, most: number): void {
  /** By the client's end, which the plain connection and the secure one share; in the order they came. */
  const waiting = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const client = endOf(socket);
    const [oldest] = waiting;
    if (oldest !== undefined && waiting.size >= most) {
      waiting.delete(oldest[0]);
      oldest[1].destroy();
    }
    waiting.set(client, socket);
    socket.on('close', () => {
      if (waiting.get(client) === socket) waiting.delete(client);
    });
  });
  server.on('secureConnection', (socket) => waiting.delete(endOf(socket)));
}

function endOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}
