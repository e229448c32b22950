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
export class Clients {
  readonly #limits: SftpLimits;
  /** In the order they came, each with the timer that bounds its login. */
  readonly #unknown = new Map<Socket, NodeJS.Timeout>();
  readonly #loggedIn = new Set<Socket>();

  constructor(limits: SftpLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#unknown.size + this.#loggedIn.size;
  }

  admit(socket: Socket): void {
    const [oldest] = this.#unknown.keys();
    if (oldest !== undefined && this.#unknown.size >= this.#limits.logins) this.#drop(oldest);
    // Runs from the first byte on: a client that never says a word must not keep its place.
    const timer = setTimeout(() => this.#drop(socket), this.#limits.loginMs);
    this.#unknown.set(socket, timer);
    socket.on('close', () => this.#forget(socket));
  }

  /** The client has logged in. It is dropped where all places for that are taken. */
  confirm(socket: Socket): void {
    if (!this.#unknown.has(socket)) return;
    this.#forget(socket);
    if (this.#loggedIn.size < this.#limits.connections) this.#loggedIn.add(socket);
    else socket.destroy();
  }

  dropAll(): void {
    for (const socket of [...this.#unknown.keys(), ...this.#loggedIn]) this.#drop(socket);
  }

  #drop(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#unknown.get(socket));
    this.#unknown.delete(socket);
    this.#loggedIn.delete(socket);
  }
}
