import type { ApplySummary } from '../../delta/apply.ts';
import { counted, formatCount } from '../../wording/amounts.ts';
import type { Output } from './output.ts';

/** The document of `apply --json -o FILE`. */
export async function printApplied(output: Output, summary: ApplySummary, file: string): Promise<void> {
  await output.result({ schema: 'brctl.apply/1', file, ...summary }, () => '');
}

/** What applying came to, in one line. */
export function describeApplied(summary: ApplySummary, file: string | undefined): string {
  const { operations, records, added, changed, removed } = summary;
  const changes = `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed`;
  return `${counted(operations, 'operation')} applied: ${changes}; ${counted(records, 'record')} in ${file ?? 'the catalog'} now`;
}
