import type { Socket } from 'node:net';

/**
 * Sends what one turn writes together: ssh2's three writes a packet cost three system calls and await ACKs.
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
