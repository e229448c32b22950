import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any: nobody comes to take it before it is used, or between two uses. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A port of this machine that nothing listens on, for what has to be told one. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer();
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').catch(() => undefined);
    if (isFree === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
