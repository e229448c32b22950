import { slugOf } from './slug.ts';

/** Signs that tell names apart: C, C++ and C#. */
const SIGN_NAMES: Readonly<Record<string, string>> = {
  '+': 'plus',
  '#': 'sharp',
  '*': 'star',
  '%': 'percent',
};
const SIGNS = /[+#*%]/g;

/** Feeds repeat a few hundred paths a million times. */
const MAX_REMEMBERED = 20_000;
/** By separator. */
const remembered = new Map<string, Map<string, string | undefined>>();

/**
 * One category path, such as `Women > Shirts`, as the JSON of its categories from the root to the leaf. A feed has names
 * only: the id of each is made from those down to it, so that two categories of one name below different ones stay apart.
 *
 * @param separator between the levels; white space around it does not count
 * @returns undefined for a path without a name
 */
export function categoryPath(text: string, separator: string): string | undefined {
  let paths = remembered.get(separator);
  if (paths === undefined) {
    paths = new Map();
    remembered.set(separator, paths);
  }
  const known = paths.get(text);
  if (known !== undefined) return known;
  const path = pathOf(text, separator);
  if (paths.size >= MAX_REMEMBERED) paths.clear();
  paths.set(text, path);
  return path;
}

function pathOf(text: string, separator: string): string | undefined {
  const names = text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => slugOf(name) !== '');
  let id = '';
  const slug = (name: string) => slugOf(name.replaceAll(SIGNS, (sign) => ` ${SIGN_NAMES[sign]} `));
  const levels = names.map((name) => {
    id += `${id === '' ? '' : '_'}${slug(name)}`;
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
  });
  return levels.length === 0 ? undefined : `[${levels.join(',')}]`;
}
