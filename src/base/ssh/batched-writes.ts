import type { Socket } from 'node:net';

/** Sends one turn's writes together: ssh2 makes three a packet, and small ones wait for each other's ACK. */
export function batchWrites(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...all: unknown[]) => boolean;
  let isCorked = false;
  const writeCorked = (...all: unknown[]): boolean => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...all);
  };
  socket.setNoDelay(true);
  socket.write = writeCorked as Socket['write'];
  return socket;
}
