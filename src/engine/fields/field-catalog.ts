export type FieldType = 'text' | 'number';

/** What is known of a field from all records of a version. */
export interface FieldInfo {
  name: string;
  /** Whether products have it, or their variants. */
  on: 'product' | 'variant';
  type: FieldType;
  /** Some record gives the field as a list. */
  list: boolean;
  /** Products (base and views) or variants with a value. */
  filled: number;
  /** Distinct values of the last full build, not counted beyond a thousand and one. */
  distinct: number;
}

/**
 * The fields of a version of a catalog: what each of them is, whichever engine indexes it. Settled while the records of a
 * full build are read; deltas add to it.
 */
export type FieldCatalog = readonly FieldInfo[];
