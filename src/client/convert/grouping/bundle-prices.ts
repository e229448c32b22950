import type { ProductPart } from '../mapping/map-rows.ts';

/** Lowest price of a product. */
export interface LowestPrice {
  price: number;
  /** Lower than the price where something is on sale; else the same. */
  current: number;
}

/** Sums of prices have no more digits than this that mean something. */
const DIGITS = 12;

interface Priced {
  attributes: { price?: number; sale_price?: number };
}

/** Lowest price of a product by its catalog line: of its cheapest variant, if variants have prices. */
export function findLowestPrice(line: string): LowestPrice | undefined {
  const { variants = {}, ...own } = JSON.parse(line).value as Priced & { variants?: Record<string, Priced> };
  return findCheapest(
    [own, ...Object.values(variants)].flatMap(({ attributes: { price = 0, sale_price: sale = 0 } }) =>
      price > 0 ? { price, current: sale > 0 ? Math.min(sale, price) : price } : [],
    ),
  );
}

function findCheapest(prices: readonly LowestPrice[]): LowestPrice | undefined {
  const find = (kind: keyof LowestPrice) => Math.min(...prices.map((one) => one[kind]));
  return prices.length === 0 ? undefined : { price: find('price'), current: find('current') };
}

/** The price of the cheapest of each group, together; undefined where a group has none with a price. */
export function sumLowestPrices(
  groups: readonly (readonly ProductPart[])[],
  priceOf: (part: ProductPart) => LowestPrice | undefined,
): LowestPrice | undefined {
  const lowest = groups.flatMap((group) => {
    const prices = group.flatMap((part) => {
      const { price = 0, current = 0 } = priceOf(part) ?? {};
      const { quantity = 1 } = part;
      return price > 0 ? { price: price * quantity, current: current * quantity } : [];
    });
    return findCheapest(prices) ?? [];
  });
  const sum = (kind: keyof LowestPrice) =>
    Number(lowest.reduce((total, one) => total + one[kind], 0).toPrecision(DIGITS));
  return lowest.length < groups.length || sum('price') === 0
    ? undefined
    : { price: sum('price'), current: sum('current') };
}
