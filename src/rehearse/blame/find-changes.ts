import { ellipsize } from '../../base/wording/ellipsize.ts';
import { diffCatalogs } from '../../catalog/delta/diff.ts';
import type { ExplainedChange, Explanation } from '../../catalog/delta/diff-options.ts';
import type { BlamedChange, ChangedAttribute } from '../report/rehearsal-report.ts';
import { type FeedFile, findProductLines } from './feed-lines.ts';

/** The catalogs whose difference is looked at, as operations. */
export interface ComparedFiles {
  before: string;
  after: string;
  tempDir: string;
  signal: AbortSignal;
}

/** Characters of a value that are kept: enough to see what is wrong with it. */
const MAX_VALUE_CHARACTERS = 120;
const MAX_ATTRIBUTES = 20;

/** Changes of these products. `feed`: the new catalog as written, if its lines are of use. */
export async function findChanges(
  files: ComparedFiles,
  ids: ReadonlySet<string>,
  feed: FeedFile | undefined,
): Promise<Map<string, BlamedChange>> {
  const changes = new Map<string, BlamedChange>();
  if (ids.size === 0) return changes;
  await explainDifferences(files, (explanation) => {
    if (ids.has(explanation.product)) changes.set(explanation.product, describe(explanation));
  });
  if (feed === undefined) return changes;
  const written = [...changes.values()].filter(({ kind }) => kind !== 'removed').map(({ id }) => id);
  const lines = written.length === 0 ? [] : await findProductLines(feed, new Set(written), files.signal);
  for (const [id, line] of lines) changes.set(id, { ...(changes.get(id) as BlamedChange), line });
  return changes;
}

/** Tells of each product that differs; of one that vanished with its whole record. */
export async function explainDifferences(
  { before, after, tempDir, signal }: ComparedFiles,
  onExplain: (explanation: Explanation) => void | Promise<void>,
): Promise<void> {
  await diffCatalogs({ path: before }, { path: after }, () => undefined, {
    missing: 'remove',
    tempDir,
    signal,
    onExplain,
  });
}

function describe({ product: id, kind, changes }: Explanation): BlamedChange {
  if (kind !== 'changed') return { id, kind, attributes: [] };
  return { id, kind, attributes: changes.slice(0, MAX_ATTRIBUTES).map(toAttribute) };
}

/** `/products/SF-9/attributes/price` is `price`; `/products/SF-9/variants/red/attributes/price` is `variants/red/price`. */
function toAttribute({ path, old, new: now }: ExplainedChange): ChangedAttribute {
  const name = path
    .split('/')
    .slice(3)
    .filter((segment) => segment !== 'attributes')
    .join('/');
  return {
    name,
    ...(old !== undefined && { old: ellipsize(old, MAX_VALUE_CHARACTERS) }),
    ...(now !== undefined && { new: ellipsize(now, MAX_VALUE_CHARACTERS) }),
  };
}
