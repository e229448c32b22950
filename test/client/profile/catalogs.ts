import { randomInt } from './random.ts';

/** A product of a made-up shop; what is given takes the place of what it would have. */
export interface MadeProduct {
  id: string;
  attributes: { [name: string]: unknown };
  variants: { [id: string]: { attributes: { [name: string]: unknown } } };
}

const BRANDS = ['Nordlys', 'Birchwood', 'Casa Lumen', 'Atelier 9'];
const CATEGORIES = ['sofas', 'lamps', 'rugs', 'tables', 'chairs'];

export function madeProduct(nth: number, seed = nth): MadeProduct {
  const random = randomInt(seed + 1);
  const price = Math.round(10 ** (1 + random(200) / 100) * 100) / 100;
  const category = CATEGORIES[nth % CATEGORIES.length] as string;
  return {
    id: `p/${nth}é`,
    attributes: {
      title: `Thing ${nth}`,
      description: `A thing of many words ${'and more '.repeat(3 + random(9))}${nth}`,
      brand: BRANDS[nth % BRANDS.length],
      price,
      availability: random(10) > 0,
      category_paths: [
        [
          { id: 'all', name: 'All' },
          { id: category, name: category },
        ],
      ],
      ...(random(2) === 0 && { color: 'oak' }),
    },
    variants: Object.fromEntries(
      Array.from({ length: 1 + random(4) }, (_, at) => [`v${at}`, { attributes: { size: `${at}`, price } }]),
    ),
  };
}

/** A line of a catalog, without its line feed. */
export function lineOf({ id, attributes, variants }: MadeProduct): string {
  const path = `/products/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return JSON.stringify({ op: 'add', path, value: { attributes, variants } });
}

export function textOf(products: readonly MadeProduct[]): Buffer {
  return Buffer.from(products.map((product) => `${lineOf(product)}\n`).join(''));
}
