/**
 * What a process does: everything; take loads and index (`ingest`, which answers searches too, so that a push can see what it
 * has brought about); or answer searches, and nothing else.
 */
export type Role = 'all' | 'ingest' | 'search';
