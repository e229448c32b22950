import { finishRow, takeImages } from '../formats/finish-row.ts';
import type { RuleContext } from '../mapping/compile-rule.ts';
import { type ConvertedRow, createRowMapper, RowRejection } from '../mapping/map-rows.ts';
import { FORMER_PRICE } from '../mapping/mapping.ts';
import { createNumberReaders } from '../mapping/number-columns.ts';
import type { FeedPlan } from '../plan-feed.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import { type Cell, FeedRow, type FieldNames, listTexts } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { ProductGrouper } from './product-grouper.ts';

/** Told of a price that cannot be. */
type OnTold = (code: string, message: string) => void;

/**
 * Looks at the prices of a row. A sale price that cannot be is taken away.
 *
 * @param beside the currencies that stand beside its prices
 * @throws RowRejection for a price below zero, and for one of zero that would be sold at its former price
 */
function checkPrices(
  { attributes, variant, variantId }: ConvertedRow,
  beside: ReadonlySet<string>,
  onTold: OnTold,
): void {
  const values = variantId === undefined ? attributes : variant;
  const mixed = beside.size > 1 ? `and the price are in ${[...beside].join(' and ')}` : undefined;
  takeFormerPrice(values, mixed, onTold);
  attributes.delete(FORMER_PRICE);
  const [price, sale] = [values.get('price'), values.get('sale_price')];
  if (Number(price) < 0) throw new RowRejection('price.negative', `price: ${price} is below zero`);
  if (Number(price) === 0) onTold('price.zero', 'price: it is 0');
  const [code, what] = sale === undefined ? [] : findSaleFault(sale, price, mixed);
  if (code !== undefined) {
    values.delete('sale_price');
    onTold(code, `sale_price: ${sale} ${what}; left out`);
  }
  // The currency beside the price counts less than the currency field.
  const [currency] = beside;
  const named = attributes.get('currency');
  if (currency !== undefined && named !== undefined && named !== `"${currency}"`)
    onTold(
      'price.currencies',
      `price: its currency is ${currency}, but the currency field says ${named.slice(1, -1)}`,
    );
}

/** A higher price from before is the price, and the price the sale price. */
function takeFormerPrice(values: Map<string, string>, mixed: string | undefined, onTold: OnTold): void {
  const [former, price = former] = [values.get(FORMER_PRICE), values.get('price')];
  values.delete(FORMER_PRICE);
  if (former === undefined || price === undefined || Number(former) <= 0) return;
  if (Number(price) === 0)
    throw new RowRejection('price.zero', `price: it is 0 beside the former price ${former}`);
  // Beside a price and a lower sale price it is what somebody recommends.
  if (Number(values.get('sale_price')) < Number(price)) return;
  if (mixed !== undefined) onTold('price.currencies', `former_price: ${former} ${mixed}`);
  else if (Number(former) < Number(price))
    onTold('price.sale_above', `former_price: ${former} is below the price ${price}; left out`);
  else {
    values.set('price', former);
    if (Number(former) > Number(price)) values.set('sale_price', price);
  }
}

function findSaleFault(sale: string, price = '', mixed: string | undefined): [code?: string, what?: string] {
  if (Number(sale) <= 0) return ['price.sale_zero', 'is not a price'];
  if (mixed !== undefined) return ['price.currencies', mixed];
  if (price === '' || Number(sale) < Number(price)) return [];
  if (Number(sale) > Number(price)) return ['price.sale_above', `is above the price ${price}`];
  return ['price.sale_same', 'is the price itself'];
}

const UNCLEAR_CROWN =
  "price: 'kr' can be SEK, NOK, DKK or ISK, so the currency was left out: set it in a mapping with currency: { value: SEK }";

type ConversionPlan = Pick<FeedPlan, 'format' | 'mapping' | 'params' | 'styles' | 'sources'>;

/**
 * Makes products of rows: by the mapping, by the rules of the format, and by which of them belong together.
 *
 * @param fields those of the reader
 */
export function createFeedConversion(
  { format, mapping, params, styles, sources }: ConversionPlan,
  { tempDir, ...options }: Pick<RuleContext, 'nowMs' | 'shopUrl'> & { tempDir: string },
  fields: FieldNames,
  { add, leftOut }: Pick<RejectedRows, 'add' | 'leftOut'>,
) {
  const gatherer = new ProductGrouper(tempDir, add);
  const numbers = createNumberReaders(styles);
  const mapRow = createRowMapper(mapping, { ...options, fields, numbers }, leftOut);
  const finish = finishRow(
    { ...format, availability: sources },
    [params ?? [], mapping.options ?? []].flat(),
  );
  const hasGallery = format === undefined || mapping.attributes.additional_images?.else !== undefined;
  /** Of the rows of one product that come one behind the other. */
  let first: ConvertedRow | undefined;
  const take = (row: FeedRow) => {
    numbers.currencies.clear();
    numbers.isUnclear = false;
    const finished = finish === undefined ? mapRow(row, first) : finish(row, mapRow(row));
    if (finished === undefined) return;
    if (hasGallery) takeImages(finished.attributes);
    const onTold: OnTold = (code, message) => leftOut(code, message, row.line);
    // YML marks the lowest of several prices.
    if (readFlag(row.text('price/@from')) === true)
      onTold('price.from', 'price: it is the lowest of several');
    checkPrices(finished, numbers.currencies, onTold);
    if (first?.id !== finished.id) {
      first = finished;
      if (numbers.isUnclear && !finished.attributes.has('currency')) onTold('price.crown', UNCLEAR_CROWN);
    }
    gatherer.add(finished, row.line);
  };
  return {
    gatherer,
    rows: 0,
    /** Some bytes so far were no characters: every row from here on is looked at. */
    isSuspect: false,
    row(cells: Cell[], line: number): void {
      this.rows++;
      try {
        if (this.isSuspect && cells.some((cell) => listTexts(cell).some((text) => text.includes('\ufffd'))))
          throw new RowRejection(
            'encoding.invalid',
            'the row has bytes that are invalid in this encoding: try another --encoding',
          );
        take(new FeedRow(cells, line, fields));
      } catch (thrown) {
        if (!(thrown instanceof RowRejection)) throw thrown;
        add(thrown.code, thrown.message, line);
      }
    },
    rejected(code: string, message: string, line: number): void {
      this.rows++;
      add(code, message, line);
    },
  };
}

export type FeedConversion = ReturnType<typeof createFeedConversion>;
