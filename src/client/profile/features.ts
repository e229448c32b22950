/** Features of one value. */
export interface FieldFeature {
  /** Of an attribute of the product, or of its first variant: `variants.…`. */
  name: string;
  /** `KIND.true` for both booleans, `KIND.string` for all texts. */
  kind: number;
  /** Stands for a value of this field: equal ones have the same number. */
  value: bigint;
  /** Of a text, in UTF-16 units; else 0. */
  length: number;
}

/** Features of one product. */
export interface Features {
  /** Those without a value are left out. */
  fields: readonly FieldFeature[];
  /** In the currency of the feed; the first variant's where the product has none. */
  price: number | undefined;
  salePrice: number | undefined;
  /** Ids of the last category of each path. */
  categories: readonly string[];
  brand: string | undefined;
  isAvailable: boolean;
  variants: number;
}
