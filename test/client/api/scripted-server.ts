import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server saw it. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Plays one request: answers, or does what a broken network does. */
export type Scene = (request: SeenRequest, response: ServerResponse, socket: Socket) => void;

export interface ScriptedServer {
  url: string;
  /** Whole requests, in the order of their arrival. */
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** Answers JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Scene {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers text of any type. */
export function text(status: number, body: string, contentType = 'text/plain'): Scene {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
}

/** Cuts the connection after the whole request came in. */
export const reset: Scene = (_request, _response, socket) => {
  socket.resetAndDestroy();
};

/** Never answers. */
export const silence: Scene = () => undefined;

/** Announces more than it sends. */
export function halfBody(body: string): Scene {
  return (_request, response, socket) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': String(body.length * 2),
    });
    response.write(body, () => socket.destroy());
  };
}

/** Plays the scenes one after another, the last one for ever; or asks `scenes` for each request. */
export async function startScriptedServer(
  scenes: readonly Scene[] | ((request: SeenRequest) => Scene),
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      };
      seen.push(request);
      const scene =
        typeof scenes === 'function' ? scenes(request) : scenes[Math.min(seen.length, scenes.length) - 1];
      scene?.(request, response, incoming.socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
