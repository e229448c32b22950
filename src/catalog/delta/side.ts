/** The two catalogs of a diff, as array indexes. */
export const OLD = 0;
export const NEW = 1;

export type Side = typeof OLD | typeof NEW;
