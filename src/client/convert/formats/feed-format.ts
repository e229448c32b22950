import type { ConvertedRow } from '../mapping/map-rows.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { FeedRow, FieldNames } from '../rows/fields.ts';
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

/** A field that says whether a product can be bought; undefined: the next one is looked at. */
export interface AvailabilitySource {
  field: string | readonly string[];
  read(text: string): boolean | undefined;
}

export interface FeedFormat {
  /** As `--from` calls it. */
  name: string;
  title: string;
  recognizes(fields: FieldNames): boolean;
  mapping: Mapping;
  /** Path to the records of XML. */
  recordPath?: string;
  /** Path to the categories of XML that stand before the records, and the field by which a record names one. */
  categories?: string;
  categoryField?: string;
  params?: FeedParams;
  /** The price is the one to pay now; what the mapping has for the sale price is the one before. */
  salePriceIsFormer?: boolean;
  /** The first that knows counts. */
  availability?: readonly AvailabilitySource[];
  /** The plain name that the mapping has for a field, where the shop names it in another language. */
  translate?(plain: string): string;
  unwrap?: Unwrap;
  finisher?(fields: FieldNames): Finish;
  /** What the finisher makes of a field, by its plain name. */
  finishes?(field: string): string | undefined;
}
