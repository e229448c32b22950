import { tmpdir } from 'node:os';
import { type ConvertOptions, type ConvertReport, convertFeed } from '../../../src/client/convert/convert.ts';
import { readMapping } from '../../../src/client/convert/mapping/read-mapping.ts';
import { FROM_NAMES } from '../../../src/client/convert/plan-feed.ts';

export interface Converted {
  report: ConvertReport;
  /** The catalog as it was written. */
  text: string;
  /** The value of each operation by its path. */
  records: Record<
    string,
    {
      attributes: Record<string, unknown>;
      variants?: Record<string, { attributes: Record<string, unknown> }>;
    }
  >;
}

export interface TestOptions extends Partial<Omit<ConvertOptions, 'overlay'>> {
  /** A mapping as its file would hold it. */
  map?: unknown;
  /** Bytes of each chunk that the feed comes in. */
  chunkBytes?: number;
}

/** Converts a feed that lies in memory. */
export async function convertText(
  feed: string | Uint8Array,
  { map, chunkBytes = 65_536, ...options }: TestOptions = {},
): Promise<Converted> {
  const bytes = Buffer.from(feed as string);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
  const written: Buffer[] = [];
  const report = await convertFeed(
    { name: 'feed', open: async () => chunks() },
    {
      nowMs: Date.UTC(2026, 10, 22),
      tempDir: tmpdir(),
      maxRejected: { rows: 0 },
      maxProblems: 20,
      ...(map === undefined ? {} : { overlay: readMapping(map, FROM_NAMES) }),
      ...options,
    },
    async (lines) => void written.push(Buffer.from(lines)),
  );
  const text = Buffer.concat(written).toString('utf8');
  const operations = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { op: string; path: string; value: Converted['records'][string] });
  return { report, text, records: Object.fromEntries(operations.map(({ path, value }) => [path, value])) };
}

/** The bytes of each character, by what the decoder makes of them. */
function bytesOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const known = new Map<string, readonly number[]>();
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const learn = (...some: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(some));
    if ([...text].length === 1 && !known.has(text)) known.set(text, some);
  };
  for (const byte of bytes) learn(byte);
  if (/jis|euc|gb|big5/.test(encoding))
    for (const first of bytes.slice(0x81)) for (const second of bytes.slice(0x40)) learn(first, second);
  return known;
}

/** A text in any encoding, with a mark where it is UTF-16. */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  const known = bytesOf(encoding);
  return Buffer.from([...text].flatMap((character) => known.get(character) ?? 0x3f));
}
