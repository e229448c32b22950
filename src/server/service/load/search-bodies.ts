import { constants, gunzipSync } from 'node:zlib';
import { toPointer } from '../../../protocol/json-pointer.ts';
import type { CapturedBody } from '../control/request-log.ts';
import type { LoadContent, SideTaskOf } from '../jobs/job-task.ts';

/** Bytes that one body may come to, and all together: a few bytes of gzip can become any number. */
const MAX_BODY_BYTES = 16 << 20;
const MAX_BYTES = 128 << 20;

/** Tells of each body what it would do to a record. */
export function searchBodies({ bodies, id }: SideTaskOf<'searchBodies'>): LoadContent[] {
  let room = MAX_BYTES;
  return bodies.map((body): LoadContent => {
    const text = body === null || room <= 0 ? null : readText(body, Math.min(room, MAX_BODY_BYTES));
    if (body === null || text === null) return { carries: 'unknown', line: null };
    room -= text.length;
    return searchBody(body, text, id);
  });
}

/** A list of paths of SFTP files says nothing of records. */
const OPERATIONS = /"op"\s*:/;

function searchBody(body: CapturedBody, text: string, id: string): LoadContent {
  const pointers = (['products', 'items'] as const).map((family) => toPointer([family, id]));
  let content: LoadContent | undefined;
  let line = 0;
  for (const each of text.split('\n')) {
    line++;
    if (!pointers.some((pointer) => each.includes(JSON.stringify(pointer).slice(1, -1)))) continue;
    for (const { op, path } of parseOperations(each)) {
      if (pointers.includes(path)) content = { carries: op === 'remove' ? 'removal' : 'put', line };
      else if (pointers.some((pointer) => path.startsWith(`${pointer}/`))) content = { carries: 'put', line };
    }
  }
  return content ?? { carries: body.truncated || !OPERATIONS.test(text) ? 'unknown' : 'nothing', line: null };
}

/** Null for bytes that are neither text nor gzip. What was cut is inflated as far as it goes. */
function readText({ text, encoding }: CapturedBody, maxOutputLength: number): string | null {
  if (encoding === 'utf8') return text;
  try {
    const bytes = Buffer.from(text, 'base64');
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength }).toString();
  } catch {
    return null;
  }
}

/** The operations of a line: one, or all of a JSON array. A line that is cut, or no JSON, has none. */
function parseOperations(line: string): { op: unknown; path: string }[] {
  try {
    const parsed: unknown = JSON.parse(line);
    const all: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return all.flatMap((each) => {
      const { op, path } = (each ?? {}) as { op?: unknown; path?: unknown };
      return typeof path === 'string' ? [{ op, path }] : [];
    });
  } catch {
    return [];
  }
}
