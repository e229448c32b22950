import { createConnection, createServer, type Socket } from 'node:net';

/** A line to a port of this machine that breaks. */
export interface CuttingLine {
  port: number;
  /** Bytes towards the server after which each connection breaks off. */
  cutAfterBytes: number;
  /** How many connections it broke. */
  cuts: number;
  stop(): Promise<void>;
}

/** Opens a line to a port on the loopback; it passes everything on until `cutAfterBytes` is set. */
export async function openCuttingLine(toPort: number): Promise<CuttingLine> {
  const open = new Set<Socket>();
  const line = { port: 0, cutAfterBytes: Number.POSITIVE_INFINITY, cuts: 0 };
  const server = createServer((client) => {
    const upstream = createConnection(toPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
    let sentBytes = 0;
    client.on('data', (bytes) => {
      if (sentBytes > line.cutAfterBytes) return;
      const room = line.cutAfterBytes - sentBytes;
      sentBytes += bytes.length;
      upstream.write(bytes.subarray(0, room));
      if (bytes.length <= room) return;
      line.cuts++;
      client.destroy();
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(line, {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
