// Constants shared by the kernel and its host. AssemblyScript and TypeScript both read this file: it holds plain numbers only.

/** No line may be longer. */
export const MAX_LINE_BYTES = 16_777_216;
/** The key of the hash of lines: one for a block of NH and 16 bytes for its second sum, then that of SipHash. */
export const NH_BLOCK_BYTES = 2048;
export const NH_SHIFT_BYTES = 16;
export const SIP_KEY_BYTES = 16;

/** The records of each family, as the kernel counts shapes. Below 0, the host compares. */
export const NO_FAMILY = -1;
export const PRODUCT_SHAPE = 2;
export const ITEM_SHAPE = 3;

/** Longest spelling of what is in front of an id. */
export const MAX_PREFIX_BYTES = 128;

/** Why `advance` and `seek` stopped. */
export const AT_END = 0;
/** A side has no whole line left: more is to be read. */
export const NEEDS_BYTES = 1;
/** A line whose id is not spelled plainly, or of a side without a known spelling. */
export const UNKNOWN_ID = 2;
/** A line that is to be checked, and is unsound or unusual. */
export const UNCHECKED = 3;
/** Two lines of one id that the kernel does not compare. */
export const PAIR = 4;
/** The notes are to be gone through: they take much room. */
export const NEEDS_ROOM = 5;
/** The operations that were found are to be taken. */
export const CHANGES_FULL = 6;
export const LINE_TOO_LONG = 7;
/** `seek` passed over a line. */
export const ONE_LINE = 8;

/** The lines that were chosen are to be taken. */
export const CHOSEN_FULL = 10;
/** A pair of chosen lines, or one of them: start and end of the old line, then of the new one; 0 for none. Of the same text, both are the new line's; the old one's end is 0 where the host is to tell whether it is chosen. */
export const CHOSEN_BYTES = 16;
export const MAX_CHOSEN = 2048;
/** One step notes this many more at most. */
export const SPARE_CHOSEN = 512;

/** Why `settle` stopped: ids that come twice are to be taken; a partition is too large to be joined. */
export const DUPLICATES_FULL = 11;
export const CROWDED = 12;
export const MAX_DUPLICATES = 32_768;
/** Ids are joined by their high byte, so that a table fits the cache. */
export const PARTITIONS = 256;
/** A settled id: its fingerprint. */
export const ID_BYTES = 8;
/** A waiting line: fingerprint, hash, position. */
export const NOTE_BYTES = 24;

/** Products whose operations are handed over at once. */
export const MAX_CHANGES = 2048;
/** In the delta, what vanished comes behind all that is in the new catalog: its place is so much beyond its position. */
export const VANISHED_PLACE = 4503599627370496;
/** Bytes of operations that are handed over at once, or of a single product. */
export const MAX_PATCH_BYTES = 262_144;

/** Lines that were read again: start and end of the old and of the new one (words; 0 for none), then their positions (doubles). */
export const READ_LINES_BYTES = 32;

/** Result of a note: positions of an old and a new line, doubles; -1 for none. */
export const MATCH_BYTES = 16;

/** Of the text of an operation, what is not its path and value: `{"op":"add","path":"` + `","value":` + `}` and the newline. */
export const ADD_FRAME_BYTES = 32;
/** `{"op":"remove","path":"` + `"}` and the newline. */
export const REMOVE_FRAME_BYTES = 26;
