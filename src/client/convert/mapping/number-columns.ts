import { BrctlError } from '../../../base/errors.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import { type Cell, textsOf } from '../rows/fields.ts';
import {
  AMBIGUOUS,
  type Amount,
  type DecimalMark,
  type NumberStyle,
  readAmount,
  styleOf,
} from '../values/amount.ts';
import { currencyOf, hasThreeDigits } from '../values/currencies.ts';
import { type FieldRule, FORMER_PRICE, type Mapping } from './mapping.ts';
import { fieldsOf, shortened, ValueProblem } from './rule-source.ts';

/** How the numbers of a feed are written. */
export interface NumberStyles {
  /** The user said it: nothing in the feed contradicts. */
  isAsked: boolean;
  price: NumberStyle;
  /** Of other attributes that are numbers. */
  others: Readonly<Record<string, NumberStyle>>;
}

const PRICES: ReadonlySet<string> = new Set(['price', 'sale_price', FORMER_PRICE]);

/** How the numbers are written, by samples of each field; `isNumber`: are an attribute's values numbers? */
export function numberStyles(
  { attributes, variants }: Pick<Mapping, 'attributes' | 'variants'>,
  samplesOf: (field: string) => readonly Exclude<Cell, undefined>[],
  isNumber: (attribute: string, rule: FieldRule) => boolean,
  asked: DecimalMark | undefined,
): NumberStyles {
  if (asked !== undefined) return { isAsked: true, price: asked, others: {} };
  const samples = new Map<string, Exclude<Cell, undefined>[]>();
  for (const [attribute, rule] of [...Object.entries(attributes), ...Object.entries(variants)]) {
    const column = PRICES.has(attribute) ? 'price' : attribute;
    if (isNumber(attribute, rule))
      samples.set(column, [...(samples.get(column) ?? []), ...fieldsOf(rule).flatMap(samplesOf)]);
  }
  // Numbers of JSON have a point in any language: they say nothing of how texts are written.
  const { price = 'thousands', ...others } = Object.fromEntries(
    [...samples].map(([column, cells]): [string, NumberStyle] => {
      const texts = cells.filter((cell) => !(cell instanceof RawJson)).flatMap(textsOf);
      return [column, texts.length === 0 && cells.length > 0 ? 'point' : styleOf(texts)];
    }),
  );
  const currency = attributes.currency ?? variants.currency ?? {};
  const units = [...(samples.get('price') ?? []), ...fieldsOf(currency).flatMap(samplesOf)].flatMap(textsOf);
  const isUnknown = price === 'thousands' && units.some(isOfThreeDigits);
  return { isAsked: false, price: isUnknown ? 'unknown' : price, others };
}

/** `1.250 KWD`, or the currency alone. */
function isOfThreeDigits(text: string): boolean {
  return hasThreeDigits(currencyOf(text.replaceAll(/[\d.,'’\s]+/g, ' ').trim()));
}

/** Reads the numbers of a feed, and watches that all of one column are written alike. */
export class NumberColumns {
  readonly currencies = new Set<string>();
  readonly #styles: NumberStyles;
  readonly #columns = new Map<string, NumberColumn>();

  constructor(styles: NumberStyles) {
    this.#styles = styles;
  }

  /** A reader of the numbers of an attribute. */
  readerOf(attribute: string): (text: string) => Amount {
    const isPrice = PRICES.has(attribute);
    const name = isPrice ? 'price' : attribute;
    const column = this.#columns.get(name) ?? new NumberColumn(this.#styleOf(name), this.#styles.isAsked);
    this.#columns.set(name, column);
    return isPrice ? (text) => this.#priceIn(column.read(text), text) : (text) => column.read(text);
  }

  #styleOf(attribute: string): NumberStyle {
    const { price, others, isAsked } = this.#styles;
    if (attribute === 'price' || isAsked) return price;
    const own = others[attribute];
    if (own === 'point' || own === 'comma') return own;
    // Of weights such as 1.250 kg nobody knows.
    return price === 'point' ? 'point' : 'unknown';
  }

  #priceIn(amount: Amount, text: string): Amount {
    const currency = currencyOf(amount.unit);
    if (currency === undefined)
      throw new ValueProblem('value.price', `'${shortened(text)}' is not one price in one currency`);
    if (currency !== '') this.currencies.add(currency);
    return amount;
  }
}

/** Numbers that are to be written alike. */
class NumberColumn {
  readonly #style: NumberStyle;
  readonly #isAsked: boolean;
  #mark: DecimalMark | undefined;
  #assumed: string | undefined;
  #isMixed = false;

  constructor(style: NumberStyle, isAsked: boolean) {
    this.#style = style;
    this.#isAsked = isAsked;
    if (style === 'point' || style === 'comma') this.#mark = style;
  }

  read(text: string): Amount {
    const amount = readAmount(text, this.#style);
    if (amount === undefined) throw new ValueProblem('value.number', `'${shortened(text)}' is not a number`);
    if (amount === AMBIGUOUS)
      throw new ValueProblem(
        'value.decimal',
        `'${shortened(text)}' can be a whole number or a fraction: --decimal point or --decimal comma says it`,
      );
    if (amount.mark !== undefined && !this.#isAsked) this.#watch(amount, text);
    return amount;
  }

  #watch({ mark, isAssumed }: Amount, text: string): void {
    if (isAssumed === true) this.#assumed ??= text;
    this.#mark ??= mark;
    this.#isMixed ||= mark !== this.#mark;
    if (!this.#isMixed || this.#assumed === undefined) return;
    throw new BrctlError(
      `'${shortened(this.#assumed)}' can be a whole number or a fraction: the feed writes numbers either way`,
      {
        kind: 'input',
        code: 'feed.decimal',
        why: `'${shortened(text)}' is written otherwise, so nobody can tell; nothing was written`,
        hint: 'say what separates fractions: --decimal point or --decimal comma',
      },
    );
  }
}
