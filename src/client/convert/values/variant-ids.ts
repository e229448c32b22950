import { createHash } from 'node:crypto';
import { LIMITS } from '../../../protocol/limits.ts';

/** Shopify gives a product without options one that is called Title, of this value. */
export const NO_OPTION = 'Default Title';

const HASH_CHARACTERS = 10;

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
}

/** An id as it is where the service takes it; of a longer one the beginning, and a hash of all of it. */
export function shortenId(id: string): string {
  const { max } = LIMITS.idCharacters;
  if (id.length <= max) return id;
  // Whole characters, of which some take two units.
  const start = [...id.slice(0, max - HASH_CHARACTERS - 1)].filter((character) => /\P{Cs}/u.test(character));
  return `${start.join('')}-${hashText(id)}`;
}

/** Ids of variants: a SKU that is unique in its product, else the options. Rows of a product come together. */
export class VariantIds {
  #product = '';
  readonly #given = new Set<string>();

  /** @param sku empty where there is none */
  idOf(product: string, sku: string, options: readonly string[]): string {
    if (product !== this.#product) this.#given.clear();
    this.#product = product;
    const telling = options.filter((option) => option !== '' && option !== NO_OPTION);
    const isOwn = sku !== '' && !this.#given.has(shortenId(sku));
    const id = shortenId(isOwn ? sku : [sku || product, ...telling].join('-'));
    this.#given.add(id);
    return id;
  }
}
