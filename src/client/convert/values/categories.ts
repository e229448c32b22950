import { remembering } from './remembering.ts';
import { slugOf } from './slug.ts';
import { hashOf } from './variant-ids.ts';

/** Signs that tell names apart: C, C++ and C#. */
const SIGN_NAMES: Readonly<Record<string, string>> = {
  '+': 'plus',
  '#': 'sharp',
  '*': 'star',
  '%': 'percent',
};
const SIGNS = /[+#*%]/g;

/**
 * A category path, such as `Women > Shirts`, as JSON from root to leaf; undefined without a name. Ids are made
 * of all names down to it, so that equal names below different categories stay apart.
 */
export function categoryPath(text: string, separator: string): string | undefined {
  return pathOf(`${separator}\0${text}`);
}

/** Category ids hold no accents (spec: C): й is и; where marks tell words apart, as バッグ and ハック, a hash does. */
function idOf(name: string): string {
  const slug = slugOf(name.replaceAll(SIGNS, (sign) => ` ${SIGN_NAMES[sign]} `));
  const spelled = slug.normalize('NFD').replaceAll(/(?<=\p{Script=Cyrillic})\p{M}/gu, '');
  const plain = spelled.replaceAll(/\p{M}/gu, '').normalize('NFC');
  return plain === spelled.normalize('NFC') ? plain : `${plain}-${hashOf(slug).slice(0, 4)}`;
}

const pathOf = remembering((separatorAndText): string | undefined => {
  const at = separatorAndText.indexOf('\0');
  const names = separatorAndText
    .slice(at + 1)
    .split(separatorAndText.slice(0, at))
    .map((name) => name.trim())
    .filter((name) => slugOf(name) !== '');
  let id = '';
  const levels = names.map((name) => {
    id += `${id === '' ? '' : '_'}${idOf(name)}`;
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
  });
  return levels.length === 0 ? undefined : `[${levels.join(',')}]`;
}, 20_000);
