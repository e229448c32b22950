/** Beyond this share of changed records a full build is cheaper (measured: docs/design/search-engine.md). */
const MAX_DELTA_SHARE = 0.1;

/** Whether an index run should add changes to an index or build it anew, by how many records have changed. */
export function chooseIndexMode(changed: number, total: number): 'full' | 'delta' {
  return total > 0 && changed <= Math.max(total * MAX_DELTA_SHARE, 1) ? 'delta' : 'full';
}
