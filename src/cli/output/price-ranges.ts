import { asText, type Document } from '../../client/search-answer.ts';

/** The ranges over the variants (sdk: public-facts C11), which say what a product without a price of its own costs. */
const RANGES = { price: 'price_range', sale_price: 'sale_price_range' } as const;

/**
 * A product as a table shows it: where its prices are those of its variants, as `39 to 74`. A range of sale prices is shown
 * where some variant has one, that is where it is not that of the prices.
 */
export function withPriceRanges(document: Document): Document {
  if (asText(document.price) !== '') return document;
  const price = rangeText(document[RANGES.price]);
  if (price === '') return document;
  const sale = rangeText(document[RANGES.sale_price]);
  return { ...document, price, ...(sale === '' || sale === price ? {} : { sale_price: sale }) };
}

/** `[39, 74]` as `39 to 74`, `[39, 39]` as `39`; empty for what is no range. */
function rangeText(range: Document[string] | undefined): string {
  if (!Array.isArray(range)) return '';
  const [least, most] = range.map(asText);
  return least === most || most === undefined ? (least ?? '') : `${least} to ${most}`;
}
