// Constants shared by the kernel and its host. AssemblyScript and TypeScript both read this file: it holds plain numbers only.

/** The line must be checked in full. */
export const UNUSUAL = -1;
/** The line has an attribute name that is not known: learn it and check again. */
export const UNKNOWN_NAME = -2;
/** The line adds or removes one attribute of a product or of a variant. */
export const ONE_ATTRIBUTE = 0x10000;

/** Types of values. */
export const ANY = 0;
export const NUMBER = 1;
export const BOOLEAN = 2;
export const STRING = 3;
export const KEYWORDS = 4;
export const CATEGORY_PATHS = 5;
export const STORE_LOCATION = 6;
/** No value is right, not even null, for a name that is wrong: the full check must look at it. */
export const NOTHING = 7;
