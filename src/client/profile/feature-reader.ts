import { scanJson } from '../../base/json/scan.ts';
import { Tape } from '../../base/json/tape.ts';
import { type Features, type FieldFeature, featuresOf, Gathered, ROLES } from './features.ts';
import { type CountedValues, FeatureKernel } from './kernel/feature-kernel.ts';
import { featuresOfTape } from './tape-features.ts';

const NO_FIELDS: readonly FieldFeature[] = [];

/** Takes what was counted of the values of a field. */
export type TakeCounted = (name: string, counted: CountedValues) => void;

/** Finds out what is to be known of the products in lines of a catalog. */
export class FeatureReader {
  readonly #kernel = new FeatureKernel(ROLES);
  readonly #tape = new Tape();
  readonly #known: unknown[] = ROLES.map(() => undefined);

  /** Of the product that a line adds; undefined for other lines: the full check reports what is wrong with it. */
  read(bytes: Buffer, start: number, end: number): Features | undefined {
    const gathered = new Gathered(bytes);
    const variants = this.#kernel.read(bytes, start, end, gathered.take);
    return variants === undefined ? this.#readLeft(bytes, start, end) : gathered.features(variants);
  }

  /**
   * The same for a product that is only to be counted: most often without its fields, which are counted in bulk and handed
   * over to `take`, now or by `takeCounted`.
   */
  count(bytes: Buffer, start: number, end: number, take: TakeCounted): Features | undefined {
    const known = this.#known;
    const variants = this.#kernel.count(bytes, start, end, known, () => this.takeCounted(take));
    return variants === undefined
      ? this.#readLeft(bytes, start, end)
      : featuresOf(NO_FIELDS, known, variants);
  }

  takeCounted(take: TakeCounted): void {
    this.#kernel.takeCounted(take);
  }

  #readLeft(bytes: Buffer, start: number, end: number): Features | undefined {
    return scanJson(this.#tape, bytes, start, end) === null ? featuresOfTape(this.#tape, bytes) : undefined;
  }
}
