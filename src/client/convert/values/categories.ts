import { toSlug } from './plain-text.ts';
import { hashText } from './variant-ids.ts';

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
export function toCategoryPath(text: string, separator: string): string | undefined {
  const names = text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => toSlug(name) !== '');
  let id = '';
  const levels = names.map((name) => {
    id += `${id === '' ? '' : '_'}${createId(name)}`;
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
  });
  return levels.length === 0 ? undefined : `[${levels.join(',')}]`;
}

/** Category ids hold no accents (spec: C): й is и; where marks tell words apart, as バッグ and ハック, a hash does. */
function createId(name: string): string {
  const slug = toSlug(name.replaceAll(SIGNS, (sign) => ` ${SIGN_NAMES[sign]} `));
  const spelled = slug.normalize('NFD').replaceAll(/(?<=\p{Script=Cyrillic})\p{M}/gu, '');
  const plain = spelled.replaceAll(/\p{M}/gu, '').normalize('NFC');
  return plain === spelled.normalize('NFC') ? plain : `${plain}-${hashText(slug).slice(0, 4)}`;
}

/** A feed with more categories than this is none. */
const MAX_CATEGORIES = 500_000;
const MAX_LEVELS = 30;

/** The categories that a feed lists before its products, by the ids that its products name. */
export class CategoryTree {
  readonly #nodes = new Map<string, { name: string; parent: string }>();

  add(id: string, parent: string, name: string): void {
    if (id === '' || name === '' || this.#nodes.size >= MAX_CATEGORIES) return;
    this.#nodes.set(id, { name, parent });
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  /** The JSON of the paths to these categories; undefined where none of them is known. */
  pathsTo(ids: readonly string[]): string | undefined {
    const paths = new Set(ids.flatMap((id) => this.#findPath(id.trim()) ?? []));
    return paths.size === 0 ? undefined : `[${[...paths].join(',')}]`;
  }

  #findPath(id: string): string | undefined {
    const levels: string[] = [];
    let node = this.#nodes.get(id);
    for (let level = id; node !== undefined && levels.length < MAX_LEVELS; node = this.#nodes.get(level)) {
      levels.unshift(JSON.stringify({ id: level, name: node.name }));
      level = node.parent;
    }
    return levels.length === 0 ? undefined : `[${levels.join(',')}]`;
  }
}
