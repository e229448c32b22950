import { hasWord } from './fields-by-words.ts';
import type { FieldRule } from './mapping.ts';
import type { Sample } from './sample.ts';
import { toUsualName } from './usual-fields.ts';

/** Stand between the levels of a category path, the most telling first. */
const LEVEL_SEPARATORS = ['->', '>', '＞', '»', '→', '~~', '/', '\\', '|'];

/** The rank of a level: of none it is as of 1. */
const LEVELS = ['division', 'main', 'first', 'second', 'third', 'fourth'].map((rank) => `{${rank}_level}`);

/** `Kategorie` and `Unterkategorie`, `category 0` and `category 1` are levels; of one rank and number the first counts. */
function listLevels(fields: readonly string[]): string[] {
  const getPlace = (field: string) => {
    const rank = LEVELS.findLastIndex((level) => hasWord(field, level));
    return 1000 * (rank < 0 ? 2 : rank) + Number(/\d+/.exec(field)?.[0] ?? 0);
  };
  const byPlace = new Map(fields.toReversed().map((field) => [getPlace(field), field]));
  return [...byPlace].sort(([a], [b]) => a - b).map(([, field]) => field);
}

/** `Casa, Sedie` beside `Casa, Tavoli`, or lists of these: what stands in front has several below it, and each of these is below one. */
function isTree(samples: readonly string[], separator: string): boolean {
  const names = samples.map((sample) => sample.split(separator, 2).map((name) => name.trim()));
  const below = [...new Map(names.map((pair) => [pair.join(), pair])).values()].filter((pair) => pair[1]);
  const [parents, children] = [0, 1].map((level) => new Set(below.map((pair) => pair[level])).size);
  return children === below.length && (parents ?? 0) < below.length;
}

/** Beside a list of categories, what makes them the levels of one path. */
const LEVEL_MARK = '{breadcrumb}|[ck]ategor.*(?:{depth})';

/** Names that software has for what is above all categories. */
const ROOTS = ['__root_collection__', 'Root', 'Root Catalog', 'Default Category'];

/** How the category paths of a feed are written, from some of them. */
export function createCategoryRule(
  named: readonly string[],
  { names, listTexts, listRows }: Sample,
): FieldRule {
  const lower = named.filter((name) => hasWord(name, '{second_level}')).map(toUsualName);
  // A `group` is above a `subgroup`, and is one of variants elsewhere.
  const isUpper = (name: string) => name.length > 3 && lower.some((other) => other.endsWith(name));
  const candidates = [...new Set([...named, ...names.filter((name) => isUpper(toUsualName(name)))])];
  const [field = ''] = candidates;
  const samples = listTexts(field);
  const isUsed = (separator: string) => samples.some((sample) => sample.includes(separator));
  const isColon = isUsed(':') && !samples.some((sample) => /:\s/.test(sample));
  const tree = [',', ';'].find((separator) => isTree(listRows(field), separator));
  const path = LEVEL_SEPARATORS.find(isUsed) ?? (isColon ? ':' : tree);
  const roots = ROOTS.filter(isUsed);
  const root = roots.length > 0 && { root: roots };
  const levels = listLevels(candidates);
  if (path === undefined && (levels.length > 1 || names.some((name) => hasWord(name, LEVEL_MARK))))
    return { join: levels, with: ' > ', ...root };
  if (path !== undefined && path === tree) return { join: [field], with: path, path, ...root };
  // A comma in a name has a space behind it; one between paths has another path behind it.
  const listed = path === undefined ? /^[^,]+(?:,[^\s,]+)+$/ : /[>/].*,.*[>/]/;
  const isListed = samples.some((sample) => listed.test(sample));
  const split =
    ['|', ';'].find((separator) => separator !== path && isUsed(separator)) ?? (isListed ? ',' : undefined);
  return { field, path: path ?? '>', ...(split !== undefined && { split }), ...root };
}
