// What the kernel and its host agree upon. AssemblyScript and TypeScript both read this file: it holds plain numbers only.

/** A value of a product: its name's number, its type, hash and characters, where its JSON text starts and ends; words. */
export const VALUE_WORDS = 6;
/** Products of more values are left to the host. */
export const MAX_VALUES = 1024;

/** Names that are known at most; a product with another is left to the host. */
export const MAX_NAMES = 512;
/** Bytes of all of them. */
export const MAX_NAME_BYTES = 32_768;
/** A name: where it starts, its bytes, and of what it is a value; words. */
export const NAME_WORDS = 3;
export const OF_PRODUCT = 0;
export const OF_VARIANT = 1;

/** What is counted of a name: values, those of each type, characters; words. */
export const COUNT_WORDS = 7;
/** Hashes that are noted before the host takes them: the number of a name and the hash, words. */
export const MAX_HASHES = 65_536;

/** Values of which the host wants to know more than their hash. */
export const ROLES = 7;
/** Of the line that was counted last: the number that the value is, a double; its type, -1 for none, its hash, start and end, words. */
export const ROLE_BYTES = 24;

/** The types of values, as `TYPES` of ../../features.ts has them. */
export const TEXT_TYPE = 0;
export const NUMBER_TYPE = 1;
export const BOOLEAN_TYPE = 2;
export const ARRAY_TYPE = 3;
export const OBJECT_TYPE = 4;

/** Of a long text, this many bytes at each end count, and one in this many of the others. */
export const END_BYTES = 64;
export const STRIDE = 7;
export const FNV_BASIS = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/** Longer lines are left to the host. */
export const MAX_READ_BYTES = 65_536;
export const NODE_BYTES = 16;
export const TAPE_NODES = 33_282;
