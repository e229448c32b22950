import path from 'node:path';
import { openInput } from '../../catalog/opening/open.ts';
import { RecordEditor } from '../../catalog/record.ts';
import { catalogLine } from '../../delta/catalog-line.ts';
import type { Explanation } from '../../delta/diff-options.ts';
import { singleLineBytes } from '../../json/single-line.ts';
import { parseTarget, type Target } from '../../protocol/operation.ts';
import { compareCatalogs } from '../kept/compare-catalogs.ts';
import { LineFile } from '../line-file.ts';
import { diffOptions, NOWHERE } from './compare-with-base.ts';
import type { Base } from './find-base.ts';
import type { PushContext } from './push-context.ts';

const LINE_FEED = 10;
const BODY = 'full.jsonl';

/** The body of a full load that deletes nothing. */
export interface CarriedBody {
  path: string;
  /** Products that are in it beside those of the catalog. */
  carried: number;
}

/**
 * Writes the catalog with the products of the base that it lacks behind it: with `unavailable` their `availability` is
 * false, with `ignore` they are as they were. A full load of the catalog alone would delete them.
 */
export async function writeCarriedBody(
  context: PushContext,
  base: Base,
  catalog: string,
): Promise<CarriedBody> {
  const body = path.join(context.partsFolder, BODY);
  const file = await LineFile.create(body);
  let carried = 0;
  try {
    await copyLines(catalog, file, context.signal);
    await compareCatalogs(base, catalog, NOWHERE, {
      ...diffOptions(context),
      // An explanation of a removal holds the whole record.
      missing: 'remove',
      async onExplain(explanation) {
        if (explanation.kind !== 'removed') return;
        carried++;
        await file.line(lineOf(explanation, context.options.missing === 'unavailable'));
      },
    });
  } finally {
    await file.close();
  }
  return { path: body, carried };
}

/** The text of a catalog, inflated; its last line is ended. */
async function copyLines(catalog: string, file: LineFile, signal: AbortSignal): Promise<void> {
  let last = LINE_FEED;
  const options = { maxInflatedBytes: Number.POSITIVE_INFINITY, signal };
  for await (const chunk of await openInput(catalog, options)) {
    await file.text(chunk);
    last = chunk.at(-1) ?? last;
  }
  if (last !== LINE_FEED) await file.text(Buffer.of(LINE_FEED));
}

function lineOf({ changes: [change] }: Explanation, isUnavailable: boolean): Uint8Array {
  const target = parseTarget(change?.path ?? '');
  if (change?.old === undefined || 'problem' in target) throw new Error('a removal without its record');
  const record = isUnavailable ? unavailable(change.old, target) : change.old;
  return singleLineBytes(Buffer.from(catalogLine('operations', target.family, target.id, record)));
}

function unavailable(record: string, { family, id }: Target): string {
  const editor = new RecordEditor(record);
  const segments = ['attributes', 'availability'];
  editor.apply({
    op: 'add',
    target: { family, id, component: 'attribute', segments },
    value: 'false',
    line: 1,
  });
  return editor.print() ?? record;
}
