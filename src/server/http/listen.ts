import type { FastifyInstance } from 'fastify';
import { cannotListen } from '../cannot-listen.ts';
import { MAX_CONNECTIONS } from './server-options.ts';

/** Calls in flight at a stop get so long; then their connections are dropped. */
const GRACE_MS = 250;

export interface RunningHttp {
  port: number;
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** Listens; port 0 takes a free one. @throws BrctlError `config` where the port is taken or not ours to take */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<RunningHttp> {
  const { server } = app;
  server.maxConnections = MAX_CONNECTIONS;
  answerHalfClosed(server);
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw cannotListen({ what: 'HTTP', host, port, option: '--port' }, cause);
  }
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: () =>
      new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0))),
    close: () => close(app),
  };
}

/**
 * A client that has sent a request may close its direction, as `nc -N` and some proxies do, and gets the answer all the
 * same. Node's server has the switch, and its types have not.
 */
function answerHalfClosed(server: object): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  timer.unref();
  await app.close();
  clearTimeout(timer);
}
