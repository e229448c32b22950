import { RowRejection } from '../row-rejection.ts';
import type { ConvertedRow } from './map-rows.ts';

/** Told of a price that cannot be. */
type OnTold = (code: string, message: string) => void;

/**
 * Looks at the prices of a row. A sale price that cannot be is taken away.
 *
 * @param currencies those that stand beside its prices
 * @throws RowRejection for a price below zero
 */
export function checkPrices(
  { attributes, variant, variantId }: ConvertedRow,
  currencies: ReadonlySet<string>,
  onTold: OnTold,
): void {
  const values = variantId === undefined ? attributes : variant;
  const price = values.get('price');
  const sale = values.get('sale_price');
  if (price !== undefined && Number(price) < 0)
    throw new RowRejection('price.negative', `price: ${price} is below zero`);
  if (price !== undefined && Number(price) === 0) onTold('price.zero', 'price: it is 0');
  const fault = sale === undefined ? undefined : saleFault(Number(sale), Number(price), currencies);
  if (fault !== undefined) {
    values.delete('sale_price');
    onTold(fault.code, `sale_price: ${sale} ${fault.what}, and was left out`);
  }
  checkCurrency(attributes, currencies, onTold);
}

function saleFault(
  sale: number,
  price: number,
  currencies: ReadonlySet<string>,
): { code: string; what: string } | undefined {
  if (sale === 0 && price === 0) return undefined;
  if (sale <= 0) return { code: 'price.sale_zero', what: 'is no price' };
  if (currencies.size > 1)
    return { code: 'price.currencies', what: `and the price are in ${[...currencies].join(' and ')}` };
  return sale > price ? { code: 'price.sale_above', what: `is above the price ${price}` } : undefined;
}

/** What stands beside the price counts less than what its own field says. */
function checkCurrency(
  attributes: ReadonlyMap<string, string>,
  currencies: ReadonlySet<string>,
  onTold: OnTold,
): void {
  const [beside] = currencies;
  const named = attributes.get('currency');
  if (beside === undefined || named === undefined || named === `"${beside}"`) return;
  onTold('price.currencies', `price: ${beside} stands beside it, but the currency is ${named.slice(1, -1)}`);
}
