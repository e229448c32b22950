import type { ProductPart } from '../mapping/map-rows.ts';
import type { ProductFrame } from './product-frames.ts';

/** What a product costs at least. */
export interface LowestPrice {
  price: number;
  /** Lower than the price where something is on sale; else the same. */
  current: number;
}

/** Sums of prices have no more digits than this that mean something. */
const DIGITS = 12;

/** What a product costs at least: the cheapest of its variants, where those have prices. */
export function lowestPriceOf({ attributes, variants }: ProductFrame): LowestPrice | undefined {
  const own = parsed(attributes);
  const ofVariants = Object.values(parsed(variants)).map(
    (variant) => (variant as { attributes?: Attributes }).attributes ?? {},
  );
  const prices = [own, ...ofVariants].flatMap((one) => priceIn(one) ?? []);
  return prices.length === 0 ? undefined : cheapest(prices);
}

interface Attributes {
  price?: unknown;
  sale_price?: unknown;
}

function parsed(members: string): Attributes & { [name: string]: unknown } {
  return JSON.parse(`{${members}}`);
}

function priceIn({ price, sale_price: sale }: Attributes): LowestPrice | undefined {
  if (typeof price !== 'number' || price <= 0) return undefined;
  return { price, current: typeof sale === 'number' && sale > 0 && sale < price ? sale : price };
}

function cheapest(prices: readonly LowestPrice[]): LowestPrice {
  return {
    price: Math.min(...prices.map(({ price }) => price)),
    current: Math.min(...prices.map(({ current }) => current)),
  };
}

/** The price of the cheapest of each group, together; undefined where a group has none with a price. */
export function lowestOfGroups(
  groups: readonly (readonly ProductPart[])[],
  priceOf: (part: ProductPart) => LowestPrice | undefined,
): LowestPrice | undefined {
  let [price, current] = [0, 0];
  for (const group of groups) {
    const prices = group.flatMap((part) => {
      const one = priceOf(part);
      return one === undefined
        ? []
        : [{ price: one.price * part.quantity, current: one.current * part.quantity }];
    });
    if (prices.length === 0) return undefined;
    const lowest = cheapest(prices);
    price += lowest.price;
    current += lowest.current;
  }
  return price > 0 ? { price: rounded(price), current: rounded(current) } : undefined;
}

function rounded(sum: number): number {
  return Number(sum.toPrecision(DIGITS));
}

/** The members of a product with its price. */
export function withPrice(attributes: string, { price, current }: LowestPrice): string {
  const sale = current < price ? `,"sale_price":${current}` : '';
  return `${attributes}${attributes === '' ? '' : ','}"price":${price}${sale}`;
}
