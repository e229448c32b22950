import { stat } from 'node:fs/promises';
import { formatCount } from '../../../base/wording/amounts.ts';
import { Refusal } from '../refusals.ts';

/** Files told of in one answer: a path list of 5 MB may name a million that are not there. */
const MAX_TOLD = 20;

/**
 * The file on disk behind each name of a path list, in their order. What is wrong with any of them is told together,
 * of 20 at the most.
 * @param resolve throws a Refusal for a name that cannot be loaded
 * @throws Refusal of the first one's code; `malformed` where two names mean one file (assumption)
 */
export function resolveFiles(names: readonly string[], resolve: (name: string) => string): string[] {
  const refusals: Refusal[] = [];
  const files = new Set<string>();
  for (const name of names) {
    if (refusals.length === MAX_TOLD) break;
    try {
      const file = resolve(name);
      if (files.has(file)) throw new Refusal('malformed', `${JSON.stringify(name)} is named twice`);
      files.add(file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(aboutFile(error, name));
    }
  }
  const [first, ...others] = refusals;
  if (first === undefined) return [...files];
  const { retryAfterSeconds } = first;
  const more = others.map(({ message }) => message);
  throw new Refusal(first.code, first.message, { more, ...(retryAfterSeconds && { retryAfterSeconds }) });
}

function aboutFile(refusal: Refusal, name: string): Refusal {
  if (refusal.message.includes(JSON.stringify(name))) return refusal;
  return new Refusal(refusal.code, `${JSON.stringify(name)}: ${refusal.message}`, { at: name });
}

/**
 * A file is refused while it is named only where even its compressed length is over the bound.
 * @throws Refusal `payload_too_large`
 */
export async function checkSizes(
  files: readonly string[],
  names: readonly string[],
  maxBytes: number,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    const { size } = await stat(file);
    if (size <= maxBytes) continue;
    const most = formatCount(maxBytes);
    throw new Refusal('payload_too_large', `${JSON.stringify(names[at])} is longer than ${most} bytes`);
  }
}

/** The SFTP paths that a body names: one JSON array of strings (spec: Body kinds). @throws Refusal `malformed` */
export function parsePathList(body: Buffer): string[] {
  const list = parse(body.toString('utf8'));
  if (!Array.isArray(list) || list.length === 0 || !list.every(isPath)) {
    throw new Refusal('malformed', 'the body must be a JSON array of SFTP file paths, at least one');
  }
  return list;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed', 'the body is not JSON; expected an array of SFTP file paths');
  }
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
