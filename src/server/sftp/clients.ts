import type { Socket } from 'node:net';

export const SFTP_LIMITS = {
  /** Clients that are logged in at a time, and that are not logged in yet. */
  connections: 64,
  logins: 64,
  loginMs: 30_000,
  idleMs: 600_000,
};

export type SftpLimits = typeof SFTP_LIMITS;

/** Connections without login have their own slots; the oldest is evicted, so that idle ones cannot lock others out. */
export function createClients(limits: SftpLimits) {
  /** In the order they came, each with the timer that bounds its login. */
  const unknown = new Map<Socket, NodeJS.Timeout>();
  const loggedIn = new Set<Socket>();

  function count(): number {
    return unknown.size + loggedIn.size;
  }

  function admit(socket: Socket): void {
    const [oldest] = unknown.keys();
    if (oldest !== undefined && unknown.size >= limits.logins) drop(oldest);
    // Runs from the first byte on: a client that never says a word must not keep its place.
    const timer = setTimeout(() => drop(socket), limits.loginMs);
    unknown.set(socket, timer);
    socket.on('close', () => forget(socket));
  }

  /** The client has logged in. It is dropped where all places for that are taken. */
  function confirm(socket: Socket): void {
    if (!unknown.has(socket)) return;
    forget(socket);
    if (loggedIn.size < limits.connections) loggedIn.add(socket);
    else socket.destroy();
  }

  function dropAll(): void {
    for (const socket of [...unknown.keys(), ...loggedIn]) drop(socket);
  }

  function drop(socket: Socket): void {
    forget(socket);
    socket.destroy();
  }

  function forget(socket: Socket): void {
    clearTimeout(unknown.get(socket));
    unknown.delete(socket);
    loggedIn.delete(socket);
  }

  return { count, admit, confirm, dropAll };
}
