import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/server/server.ts';

/** What the service asks of every product; none of it is a word of the queries. */
const REQUIRED = {
  description: 'plain',
  url: 'https://shop.example/p',
  price: 100,
  thumb_image: 'https://shop.example/p.jpg',
  brand: 'Kestrel',
  availability: true,
};

/** The operation that puts a whole product. */
export function product(id: string, attributes: object, more: object = {}): object {
  return {
    op: 'add',
    path: `/products/${id}`,
    value: { attributes: { ...REQUIRED, ...attributes }, ...more },
  };
}

/** A running service whose clock moves by a second with every step, and one catalog, `shop`. */
export class PastShop {
  readonly emulator: Emulator;
  #nowMs: number;

  private constructor(emulator: Emulator, nowMs: number) {
    this.emulator = emulator;
    this.#nowMs = nowMs;
  }

  static async start(options: EmulatorOptions = {}): Promise<PastShop> {
    const emulator = await startEmulator(options);
    const shop = new PastShop(emulator, Date.UTC(2031, 1, 3, 10));
    shop.step();
    return shop;
  }

  /** A second passes. Gives the time before, which everything that was done so far bears. */
  step(): string {
    const before = new Date(this.#nowMs).toISOString();
    this.#nowMs += 1_000;
    this.emulator.clock.set(this.#nowMs);
    this.emulator.clock.freeze();
    return before;
  }

  /** Sends a load, waits for its job and gives its id. */
  async load(method: 'PUT' | 'PATCH', operations: readonly object[]): Promise<string> {
    const body = operations.map((operation) => `${JSON.stringify(operation)}\n`).join('');
    return await this.#job(method, 'products', body);
  }

  /** Runs the index job and gives its id. */
  async index(): Promise<string> {
    return await this.#job('POST', 'indexes');
  }

  async #job(method: string, what: string, body?: string): Promise<string> {
    const { BRCTL_ACCOUNT_ID: account, BRCTL_API_KEY: key } = this.emulator.ready.env;
    const answer = await fetch(
      `${this.emulator.ready.catalogUrl}/accounts/${account}/catalogs/shop/${what}`,
      {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json-patch+jsonlines' },
        ...(body !== undefined && { body }),
      },
    );
    const { jobId } = (await answer.json()) as { jobId: string };
    await this.emulator.catalogs.settled();
    this.step();
    return jobId;
  }

  /** The body of a search of the service itself. */
  async search(query: string): Promise<string> {
    const { BRCTL_ACCOUNT_ID: account = '', BRCTL_AUTH_KEY: key = '' } = this.emulator.ready.env;
    const who = new URLSearchParams({ account_id: account, auth_key: key, domain_key: 'shop' });
    const answer = await fetch(`${this.emulator.ready.searchUrl}?${who}&${query}`);
    return await answer.text();
  }

  /** A control call; `path` is below `/_brctl/`. */
  async control(path: string, init?: RequestInit): Promise<Response> {
    return await fetch(new URL(`/_brctl/${path}`, this.emulator.ready.catalogUrl), init);
  }
}
