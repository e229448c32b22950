import type { ProductPart } from '../mapping/map-rows.ts';

/** Lowest price of a product. */
export interface LowestPrice {
  price: number;
  /** Lower than the price where something is on sale; else the same. */
  current: number;
}

/** Sums of prices have no more digits than this that mean something. */
const DIGITS = 12;

interface Attributes {
  price?: unknown;
  sale_price?: unknown;
}

/** Lowest price of a product by its catalog line: of its cheapest variant, if variants have prices. */
export function findLowestPrice(line: string): LowestPrice | undefined {
  const { attributes, variants = {} } = JSON.parse(line).value as {
    attributes: Attributes;
    variants?: Record<string, { attributes: Attributes }>;
  };
  const all = [...Object.values(variants).map((variant) => variant.attributes), attributes];
  return findCheapest(
    all.flatMap(({ price, sale_price: sale }) => {
      if (typeof price !== 'number' || price <= 0) return [];
      return { price, current: typeof sale === 'number' && sale > 0 && sale < price ? sale : price };
    }),
  );
}

function findCheapest(prices: readonly LowestPrice[]): LowestPrice | undefined {
  if (prices.length === 0) return undefined;
  return {
    price: Math.min(...prices.map(({ price }) => price)),
    current: Math.min(...prices.map(({ current }) => current)),
  };
}

/** The price of the cheapest of each group, together; undefined where a group has none with a price. */
export function sumLowestPrices(
  groups: readonly (readonly ProductPart[])[],
  priceOf: (part: ProductPart) => LowestPrice | undefined,
): LowestPrice | undefined {
  let [price, current] = [0, 0];
  for (const group of groups) {
    const lowest = findCheapest(
      group.flatMap((part) => {
        const single = priceOf(part);
        return single === undefined
          ? []
          : { price: single.price * part.quantity, current: single.current * part.quantity };
      }),
    );
    if (lowest === undefined) return undefined;
    price += lowest.price;
    current += lowest.current;
  }
  const roundSum = (sum: number) => Number(sum.toPrecision(DIGITS));
  return price > 0 ? { price: roundSum(price), current: roundSum(current) } : undefined;
}
