import type { ConvertedRow } from '../mapping/map-rows.ts';
import type { Mapping, RuleTable } from '../mapping/mapping.ts';
import type { FeedRow } from '../rows/fields.ts';
import type { Unwrap } from '../rows/json-rows.ts';

/** Changes what a mapping made of a row, by rules of the format that no mapping can say; undefined leaves the row out. */
export type Finish = (row: FeedRow, converted: ConvertedRow) => ConvertedRow | undefined;

/** Elements of XML that have a name and a value each, such as `<param name="Color">red</param>`: fields of both. */
export interface FeedParams {
  name: string;
  value: string;
  unit?: string;
  /** Attributes for names that mean something else than they say; the names as attributes have them. */
  known?: Readonly<Record<string, string>>;
}

export const listParamFields = ({ name, value, unit }: FeedParams): string[] =>
  [name, value, unit].filter((field) => field !== undefined);

/** A property or option as the shop calls it; `otherwise` is its attribute where that name has no letter for one. */
export type NamedValues = readonly [label: string, values: readonly string[], otherwise?: string];

/** A field that says whether a product can be bought. */
export interface AvailabilitySource {
  field: string | readonly string[];
  /** Yes, no and quantities by default; undefined: the next source is looked at. */
  read?(text: string): boolean | undefined;
  /** Where this field says yes, the setting of the shop counts, which is not in the feed. */
  unless?: string;
  /** No other answer counts. */
  only?: boolean;
  /** Meaning of an empty field. */
  empty?: boolean;
  /** Its no is meant for all variants of the product. */
  hides?: boolean;
}

export interface FeedFormat {
  /** As `--from` calls it. */
  name: string;
  title: string;
  /** A feed that has all of these is of this format; of `sku|id` one is enough. */
  fields: readonly string[];
  /** Rules for all attributes; without it `rules`, and what names of fields tell. */
  mapping?: Mapping;
  /** By attribute, in place of what names tell. */
  rules?: Partial<RuleTable>;
  unmapped?: Mapping['unmapped'];
  /** Path to the records of XML. */
  recordPath?: string;
  /** Path in a record to its variants. Each becomes a row, behind the row of the record, which has their count in this field. */
  variantPath?: string;
  params?: FeedParams;
  /** Names and values that stand in a row in another way than params. */
  options?(): (row: FeedRow) => Iterable<NamedValues>;
  /** The first that knows counts. */
  availability?: readonly AvailabilitySource[];
  /** The plain name that the mapping has for a field, where the shop names it in another language. */
  translate?(plain: string): string;
  unwrap?: Unwrap;
  finisher?(): Finish;
  /** Plain names of fields that the finisher or the options read, by what they are read for; `#` stands for a number. */
  finishes?: Readonly<Record<string, string>>;
}
