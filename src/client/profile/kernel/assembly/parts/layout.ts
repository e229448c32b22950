// Constants shared by the kernel and its host. AssemblyScript and TypeScript both read this file: it holds plain numbers only.

/** Of a line that adds no product, or is no strict JSON. */
export const NO_PRODUCT = -1;
/** Of a line that is to be given as JSON.stringify spells it. */
export const UNUSUAL = -2;
/** Of a product: what it is, and from this bit on how many variants it has. */
export const PRICED = 1;
export const COMPLETE = 2;
export const AVAILABLE = 4;
export const VARIANTS_SHIFT = 3;

/** Subjects of names. */
export const FIELD = 0;
export const BRAND = 1;
export const CATEGORY = 2;

/** A name's words: the name before, what it is of, its bytes, products with it, different values, products by kinds of values. */
export const NAME_WORDS = 11;
/** UTF-16 units of all its texts, a double; and at the end its text. */
export const UNITS_AT = 48;
export const NAME_BYTES = 72;

/** A note of a product: a hash of the value, 64 bits; then words: the name, the kind of the value, UTF-16 units. */
export const NOTE_BYTES = 24;
