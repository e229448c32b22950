import { formatCount } from '../../../base/wording/amounts.ts';
import type { EarlierCatalog } from '../../../client/state/snapshot.ts';
import type { Output } from '../../output/output.ts';
import { renderTable } from '../../output/table.ts';

const COLUMNS = [
  { title: 'Version' },
  { title: 'Applied' },
  { title: 'Products' },
  { title: 'Job' },
  { title: 'Source', isNote: true },
];

/** The catalogs that are kept, the applied one first. */
export async function printVersions(
  output: Output,
  of: { environment: string; catalog: string },
  versions: readonly EarlierCatalog[],
): Promise<void> {
  const document = {
    schema: 'brctl.rollback/1',
    ...of,
    versions: versions.map(({ appliedAt, products, source, jobId }, at) => ({
      applied: at === 0,
      applied_at: appliedAt,
      products,
      source,
      job_id: jobId,
    })),
  };
  const rows = versions.map(({ appliedAt, products, source, jobId }, at) => [
    at === 0 ? 'applied' : `${at} before`,
    appliedAt,
    formatCount(products),
    jobId ?? '-',
    source,
  ]);
  await output.result(document, (stdout) => renderTable(COLUMNS, rows, stdout));
}
