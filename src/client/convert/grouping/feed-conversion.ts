import type { FeedFormat, FeedParams, Finish } from '../formats/feed-format.ts';
import { finishRow } from '../formats/finish-row.ts';
import {
  type ConvertedRow,
  type OnRejected,
  type OnValueDropped,
  RowMapper,
  RowRejection,
} from '../mapping/map-rows.ts';
import { FORMER_PRICE, type Mapping } from '../mapping/mapping.ts';
import { NumberColumns, type NumberStyles } from '../mapping/number-columns.ts';
import type { Cell, FeedRow, FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { ProductGrouper } from './product-grouper.ts';

/** Told of a price that cannot be. */
type OnTold = (code: string, message: string) => void;

/**
 * Looks at the prices of a row. A sale price that cannot be is taken away.
 *
 * @param currencies those that stand beside its prices
 * @throws RowRejection for a price below zero
 */
function checkPrices(
  { attributes, variant, variantId }: ConvertedRow,
  currencies: ReadonlySet<string>,
  onTold: OnTold,
): void {
  const values = variantId === undefined ? attributes : variant;
  takeFormerPrice(values, currencies, onTold);
  attributes.delete(FORMER_PRICE);
  const price = values.get('price');
  const sale = values.get('sale_price');
  if (price !== undefined && Number(price) < 0)
    throw new RowRejection('price.negative', `price: ${price} is below zero`);
  if (price !== undefined && Number(price) === 0) onTold('price.zero', 'price: it is 0');
  const fault = sale === undefined ? undefined : saleFault(sale, price, currencies);
  if (fault !== undefined) {
    values.delete('sale_price');
    onTold(fault.code, `sale_price: ${sale} ${fault.what}, and was left out`);
  }
  checkCurrency(attributes, currencies, onTold);
}

/** A higher price from before is the price, and the price the sale price. */
function takeFormerPrice(values: Map<string, string>, currencies: ReadonlySet<string>, onTold: OnTold): void {
  const [former, price = former] = [values.get(FORMER_PRICE), values.get('price')];
  values.delete(FORMER_PRICE);
  if (former === undefined || price === undefined || Number(former) <= 0) return;
  if (currencies.size > 1)
    onTold(
      'price.currencies',
      `former_price: ${former} and the price are in ${[...currencies].join(' and ')}`,
    );
  else if (Number(former) < Number(price))
    onTold('price.sale_above', `former_price: ${former} is below the price ${price}, and was left out`);
  else {
    values.set('price', former);
    if (Number(former) > Number(price)) values.set('sale_price', price);
  }
}

function saleFault(
  sale: string,
  price: string | undefined,
  currencies: ReadonlySet<string>,
): { code: string; what: string } | undefined {
  if (Number(sale) <= 0) return { code: 'price.sale_zero', what: 'is no price' };
  if (currencies.size > 1)
    return { code: 'price.currencies', what: `and the price are in ${[...currencies].join(' and ')}` };
  if (Number(sale) > Number(price)) return { code: 'price.sale_above', what: `is above the price ${price}` };
  return Number(sale) === Number(price)
    ? { code: 'price.sale_same', what: 'is the price itself' }
    : undefined;
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

export interface ConversionJob {
  /** Undefined for fields that are not known. */
  format: FeedFormat | undefined;
  mapping: Mapping;
  params: FeedParams | undefined;
  styles: NumberStyles;
  nowMs: number;
  shopUrl: string | undefined;
  tempDir: string;
}

export interface ConversionRemarks {
  rejected: OnRejected;
  leftOut: OnValueDropped;
}

/** Makes products of rows: by the mapping, by the rules of the format, and by which of them belong together. */
export class FeedConversion {
  readonly gatherer: ProductGrouper;
  readonly #mapper: RowMapper;
  readonly #finish: Finish | undefined;
  /** YML marks the lowest of several prices. */
  readonly #fromPrice: (row: FeedRow) => string;
  readonly #rejected: OnRejected;
  readonly #onTold: OnValueDropped;
  readonly #numbers: NumberColumns;
  /** The first of the rows of one product that come one behind the other. */
  #firstOfRun: ConvertedRow | undefined;

  /** @param fields those of the reader */
  constructor(job: ConversionJob, fields: FieldNames, { rejected, leftOut }: ConversionRemarks) {
    this.#rejected = rejected;
    this.gatherer = new ProductGrouper(job.tempDir, rejected);
    this.#onTold = leftOut;
    this.#numbers = new NumberColumns(job.styles);
    this.#mapper = new RowMapper(job.mapping, { ...job, fields, numbers: this.#numbers }, leftOut);
    this.#finish = finishRow(fields, job.format ?? {}, job.params);
    this.#fromPrice = fields.textReader('price/@from');
  }

  /** Takes a row, or tells why it cannot. */
  add(cells: readonly Cell[], line: number): void {
    try {
      this.#numbers.currencies.clear();
      const row = { cells, line };
      const finished =
        this.#finish === undefined
          ? this.#mapper.convert(row, this.#firstOfRun)
          : this.#finish(row, this.#mapper.convert(row));
      if (finished === undefined) return;
      if (readFlag(this.#fromPrice(row)) === true)
        this.#onTold('price.from', 'price: it is the lowest of several', line);
      checkPrices(finished, this.#numbers.currencies, (code, message) => this.#onTold(code, message, line));
      if (this.#firstOfRun?.id !== finished.id) this.#firstOfRun = finished;
      this.gatherer.add(finished, line);
    } catch (thrown) {
      if (!(thrown instanceof RowRejection)) throw thrown;
      this.#rejected(thrown.code, thrown.message, line);
    }
  }
}
