import { Refusal } from '../refusals.ts';

/**
 * The SFTP paths that a body names: one JSON array of strings (spec: "for SFTP, a JSON array of relative file paths").
 *
 * @throws Refusal `malformed`
 */
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
