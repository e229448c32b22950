import type { QueryParameters } from './query-parameter.ts';

/**
 * The parameters of a query string, as `URLSearchParams` reads them, which looks through all of them whenever one is asked
 * for; a search asks forty times.
 */
export function readQueryString(text: string): QueryParameters {
  const read = new ReadParameters();
  try {
    for (const part of (text.startsWith('?') ? text.slice(1) : text).split('&')) read.addPart(part);
    return read;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  // Only it puts up with an encoding that is no UTF-8.
  return new URLSearchParams(text);
}

class ReadParameters implements QueryParameters {
  private readonly entries: [string, string][] = [];
  private readonly values = new Map<string, string[]>();

  addPart(part: string): void {
    if (part === '') return;
    const sign = part.indexOf('=');
    const name = decoded(sign === -1 ? part : part.slice(0, sign));
    const value = sign === -1 ? '' : decoded(part.slice(sign + 1));
    this.entries.push([name, value]);
    const known = this.values.get(name);
    if (known === undefined) this.values.set(name, [value]);
    else known.push(value);
  }

  get(name: string): string | null {
    return this.values.get(name)?.[0] ?? null;
  }

  getAll(name: string): string[] {
    return this.values.get(name) ?? [];
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.entries[Symbol.iterator]();
  }
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}
