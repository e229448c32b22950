import type { ConvertedRow } from '../mapping/map-rows.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { FeedRow, FieldNames } from '../rows/fields.ts';
import type { Unwrap } from '../rows/json-rows.ts';

/** Changes what a mapping made of a row, by rules of the format that no mapping can say; undefined leaves the row out. */
export type Finish = (row: FeedRow, converted: ConvertedRow) => ConvertedRow | undefined;

/** A feed whose fields are known. */
export interface FeedFormat {
  /** As `--from` calls it. */
  name: string;
  /** As people call it. */
  title: string;
  /** Do these fields belong to it? */
  recognizes(fields: FieldNames): boolean;
  mapping: Mapping;
  /** The plain name that the mapping has for a field, where the shop names it in another language. */
  translate?(plain: string): string;
  /** Rows of one element of JSON. */
  unwrap?: Unwrap;
  finisher?(fields: FieldNames): Finish;
  /** What the finisher makes of a field, by its plain name. */
  finishes?(field: string): string | undefined;
}
