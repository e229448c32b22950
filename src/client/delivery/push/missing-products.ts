import { singleLineBytes } from '../../../base/json/single-line.ts';
import { catalogLine } from '../../../catalog/delta/catalog-line.ts';
import type { Explanation } from '../../../catalog/delta/diff-options.ts';
import { RecordEditor } from '../../../catalog/record.ts';
import { parseTarget, type Target } from '../../../protocol/operation.ts';
import { type Comparison, compareCatalogs, compareFurther } from '../kept/compare-catalogs.ts';
import { type ComparingContext, DISCARD_SINK, diffOptions } from './compare-with-base.ts';
import type { Base } from './find-base.ts';

/** Where products vanished, and what they are to be. */
export interface Vanishing {
  base: Base;
  catalog: string;
  /** Of the two, where it is at hand: it saves a comparison. */
  comparison?: Comparison | undefined;
  as: 'unavailable' | 'ignore';
}

/** Hands over each product of the base that the catalog lacks, as a line of a catalog, in the order of the base. */
export async function forEachMissing(
  context: ComparingContext,
  { base, catalog, comparison, as }: Vanishing,
  take: (product: string, line: Uint8Array) => Promise<void>,
): Promise<void> {
  const options = {
    ...diffOptions(context),
    // An explanation of a removal holds the whole record.
    missing: 'remove',
    async onExplain(explanation: Explanation) {
      if (explanation.kind === 'removed') await take(explanation.product, lineOf(explanation, as));
    },
  } as const;
  if (comparison === undefined) await compareCatalogs(base, catalog, DISCARD_SINK, options);
  else await compareFurther(comparison, catalog, DISCARD_SINK, options);
}

function lineOf({ changes: [change] }: Explanation, as: Vanishing['as']): Uint8Array {
  const target = parseTarget(change?.path ?? '');
  if (change?.old === undefined || 'problem' in target) throw new Error('a removal without its record');
  const record = as === 'unavailable' ? unavailable(change.old, target) : change.old;
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
