import { remembering } from './remembering.ts';
import { slugOf } from './slug.ts';

/** Signs that tell names apart: C, C++ and C#. */
const SIGN_NAMES: Readonly<Record<string, string>> = {
  '+': 'plus',
  '#': 'sharp',
  '*': 'star',
  '%': 'percent',
};
const SIGNS = /[+#*%]/g;

/**
 * One category path, such as `Women > Shirts`, as the JSON of its categories from the root to the leaf. A feed has names
 * only: the id of each is made from those down to it, so that two categories of one name below different ones stay apart.
 *
 * @param separator between the levels; white space around it does not count
 * @returns undefined for a path without a name
 */
export function categoryPath(text: string, separator: string): string | undefined {
  return pathOf(`${separator}\0${text}`);
}

const pathOf = remembering((separatorAndText): string | undefined => {
  const at = separatorAndText.indexOf('\0');
  const names = separatorAndText
    .slice(at + 1)
    .split(separatorAndText.slice(0, at))
    .map((name) => name.trim())
    .filter((name) => slugOf(name) !== '');
  let id = '';
  const slug = (name: string) => slugOf(name.replaceAll(SIGNS, (sign) => ` ${SIGN_NAMES[sign]} `));
  const levels = names.map((name) => {
    id += `${id === '' ? '' : '_'}${slug(name)}`;
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
  });
  return levels.length === 0 ? undefined : `[${levels.join(',')}]`;
}, 20_000);
