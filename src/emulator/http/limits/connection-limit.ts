import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the connections of a server. Where all places are taken a new connection gets that of the one that has had no
 * request for the longest; where every one is at work, it is closed itself.
 *
 * @param event `secureConnection` for TLS, whose requests come on other sockets than its connections
 */
export function limitConnections(
  server: Pick<Server, 'on'>,
  most: number,
  event: 'connection' | 'secureConnection',
): void {
  const open = new Set<Socket>();
  /** In the order in which they fell idle. */
  const idle = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
  };
  server.on(event, (socket: Socket) => {
    const [oldest] = idle;
    if (open.size >= most) {
      (oldest ?? socket).destroy();
      if (oldest === undefined) return;
      forget(oldest);
    }
    open.add(socket);
    idle.add(socket);
    socket.on('close', () => forget(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.on('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
}
