import { formatCount } from '../../../base/wording/amounts.ts';

/** Profile of a catalog, gathered record by record. */
export interface CatalogProfile {
  records: number;
  /** Records that have a value of each field; a field has none below it. */
  filled: CategoryTree;
  /** Prices by their span: 0 is below 1, each further one twice as wide as the one before. */
  prices: Map<number, number>;
  /** Records below each category. */
  categories: CategoryTree;
}

/** Categories by their names, each with the records in or below it. */
export type CategoryTree = Map<string, { records: number; below: CategoryTree }>;

export function createProfile(): CatalogProfile {
  return { records: 0, filled: new Map(), prices: new Map(), categories: new Map() };
}

const MAX_LEVELS = 6;

type CategoryStep = { id?: unknown; name?: unknown };

/** Adds one line of `GET …/records`: a whole-record add. A line that is none counts for nothing. */
export function addRecord(profile: CatalogProfile, line: string): void {
  const attributes = readAttributes(line);
  if (attributes === undefined) return;
  profile.records += 1;
  for (const [field, value] of Object.entries(attributes)) {
    if (isFilled(value)) addPath(profile.filled, [{ name: field }], new Set());
  }
  const { price } = attributes;
  if (typeof price === 'number' && price >= 0 && price < Number.POSITIVE_INFINITY) {
    const span = price < 1 ? 0 : Math.floor(Math.log2(price)) + 1;
    profile.prices.set(span, (profile.prices.get(span) ?? 0) + 1);
  }
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : [];
  const counted = new Set<object>();
  for (const path of paths) if (Array.isArray(path)) addPath(profile.categories, path, counted);
}

/** A record counts once in each category, however many paths lead there. */
function addPath(tree: CategoryTree, path: readonly (CategoryStep | null)[], counted: Set<object>): void {
  let level = tree;
  for (const step of path.slice(0, MAX_LEVELS)) {
    if (typeof step !== 'object' || step === null) return;
    const name = String(step.name ?? step.id);
    const node = level.get(name) ?? { records: 0, below: new Map() };
    level.set(name, node);
    if (!counted.has(node)) node.records += 1;
    counted.add(node);
    level = node.below;
  }
}

export interface ProfileLine {
  name: string;
  /** From 0: categories stand below the one that they are in. */
  depth: number;
  records: number;
}

/** The tree as lines: categories below the one that they are in, those with most records first. */
export function listCategories(tree: CategoryTree, depth = 0): ProfileLine[] {
  const largest = [...tree].sort(
    ([nameA, a], [nameB, b]) => b.records - a.records || nameA.localeCompare(nameB),
  );
  return largest.flatMap(([name, { records, below }]) => [
    { name, depth, records },
    ...listCategories(below, depth + 1),
  ]);
}

/** As many lines as are shown, those with most records, in the order of the tree: none without the one that it is in. */
export function selectLargest(lines: readonly ProfileLine[], count: number): ProfileLine[] {
  const largest = new Set(lines.toSorted((a, b) => b.records - a.records).slice(0, count));
  return lines.filter((line) => largest.has(line));
}

function readAttributes(line: string): Record<string, unknown> | undefined {
  try {
    const { value } = JSON.parse(line);
    return typeof value?.attributes === 'object' && value.attributes !== null ? value.attributes : undefined;
  } catch {
    return undefined;
  }
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Prices in spans that double: 0 – 1, 1 – 2, 2 – 4, …, from the first that has one to the last. */
export function listPrices(counts: CatalogProfile['prices']): ProfileLine[] {
  if (counts.size === 0) return [];
  const first = Math.min(...counts.keys());
  const print = (span: number) => formatCount(span < 0 ? 0 : 2 ** span);
  return Array.from({ length: Math.max(...counts.keys()) - first + 1 }, (_, index) => {
    const span = first + index;
    return { name: `${print(span - 1)} – ${print(span)}`, depth: 0, records: counts.get(span) ?? 0 };
  });
}
