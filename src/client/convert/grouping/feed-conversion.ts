import type { FeedFormat, FeedParams, Finish } from '../formats/feed-format.ts';
import { finishRow } from '../formats/finish-row.ts';
import { checkPrices } from '../mapping/check-prices.ts';
import { type ConvertedRow, type OnValueDropped, RowMapper } from '../mapping/map-rows.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { NumberColumns, type NumberStyles } from '../mapping/number-columns.ts';
import { textReader } from '../mapping/rule-source.ts';
import { type OnRejected, RowRejection } from '../row-rejection.ts';
import type { Cell, FeedRow, FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { ProductGrouper } from './product-grouper.ts';

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
    this.#fromPrice = textReader(fields, 'price/@from');
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
