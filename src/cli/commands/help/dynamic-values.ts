/** Completion values that only brctl can list; the shell runs brctl to get them. */
export type DynamicValue = 'environment' | 'catalog' | 'job' | 'remote-path';

/** The rows of a table without its titles. */
const ROWS = 'tail -n +2';
const JOB_COLUMN = 8;
const CATALOG_COLUMN = 3;

/** How each is asked for, as arguments of brctl and what its output goes through; silent where something is wrong. */
const QUESTIONS: Readonly<Record<DynamicValue, string>> = {
  environment: 'config environments 2>/dev/null',
  catalog: `jobs --limit 500 2>/dev/null | ${ROWS} | cut -f${CATALOG_COLUMN} | sort -u`,
  job: `jobs --limit 50 2>/dev/null | ${ROWS} | cut -f${JOB_COLUMN} | grep -v '^-$'`,
  'remote-path': `files ls 2>/dev/null | ${ROWS} | cut -f1`,
};

export function isDynamicValue(words: unknown): words is DynamicValue {
  return typeof words === 'string' && words in QUESTIONS;
}

/**
 * The command line that prints them, one a line.
 *
 * @param environment shell words that give the environment of the line so far as an option, or nothing
 */
export function listCommandFor(words: DynamicValue, environment: string): string {
  return `command brctl --no-input ${environment} ${QUESTIONS[words]}`;
}
