import type { Socket } from 'node:net';

/**
 * Lets a socket send together what is written to it within one turn of the event loop. ssh2 writes each packet as
 * length, body and tag; sent apart they cost three system calls, and small ones wait for each other's acknowledgement.
 */
export function batchWrites(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...all: unknown[]) => boolean;
  let isCorked = false;
  const corkedWrite = (...all: unknown[]): boolean => {
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
  socket.write = corkedWrite as Socket['write'];
  return socket;
}
