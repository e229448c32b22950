import type { QueryParameters } from './query-parameter.ts';

/**
 * The parameters of a query string, as `URLSearchParams` reads them, which looks through all of them whenever one is asked
 * for; a search asks forty times.
 */
export function readQueryString(text: string): QueryParameters {
  return new ReadParameters(entriesOf(text) ?? [...new URLSearchParams(text)]);
}

class ReadParameters implements QueryParameters {
  readonly #entries: readonly [string, string][];
  readonly #values = new Map<string, string[]>();

  constructor(entries: readonly [string, string][]) {
    this.#entries = entries;
    for (const [name, value] of entries) {
      const known = this.#values.get(name);
      if (known === undefined) this.#values.set(name, [value]);
      else known.push(value);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name)?.[0] ?? null;
  }

  getAll(name: string): string[] {
    return this.#values.get(name) ?? [];
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#entries[Symbol.iterator]();
  }
}

/** Names and values in order; null where something is encoded in a way that only `URLSearchParams` puts up with. */
function entriesOf(text: string): [string, string][] | null {
  const parts = (text.startsWith('?') ? text.slice(1) : text).split('&').filter((part) => part !== '');
  try {
    return parts.map((part) => {
      const sign = part.indexOf('=');
      return sign === -1
        ? [decoded(part), '']
        : [decoded(part.slice(0, sign)), decoded(part.slice(sign + 1))];
    });
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}
