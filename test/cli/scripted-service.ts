import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedService {
  url: string;
  /** Request targets that came in, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** An HTTP server on a free port that answers with whatever the test says. */
export async function scriptedService(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<ScriptedService> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
