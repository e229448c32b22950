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
