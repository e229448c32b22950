import type { LoadReason } from '../../delivery/push/choose-load.ts';
import type { Plan } from '../../delivery/push/plan.ts';
import { formatCount as count, counted } from '../../wording/amounts.ts';

/** What is sent: `full load by payload`, `delta over SFTP`. */
export function nameLoad({ mode, via }: Pick<Plan, 'mode' | 'via'>): string {
  return `${mode === 'full' ? 'full load' : 'delta'} ${via === 'sftp' ? 'over SFTP' : 'by payload'}`;
}

/** Why it is that, in one sentence with the figures. */
export function whyLoad(why: LoadReason): string {
  if (why.kind === 'stated') return why.text;
  if (why.kind === 'nothing-differs') return 'nothing differs';
  const { touchedShare, operations, jobs, maxOperations, deltaBytes, products, catalogBytes } = why.figures;
  const share = `${(touchedShare * 100).toFixed(1)} % of the products`;
  const inJobs = `${counted(operations, 'operation')} in ${counted(jobs, 'job')}`;
  const delta = `${share}, ${inJobs}, ${count(deltaBytes)} bytes`;
  const full = `a full load has ${counted(products, 'product')}, ${count(catalogBytes)} bytes`;
  switch (why.kind) {
    case 'delta-asked-for':
      return `asked for: ${delta}`;
    case 'keeps-vanished':
      return `a full load would delete what --missing ignore keeps: ${delta}`;
    case 'no-product-left':
      return `the service takes no full load of nothing: ${delta}`;
    case 'touches-many':
      return `the delta would touch ${delta}; over 20 % a full load is advised: ${full}`;
    case 'delta-is-larger':
      return `the delta would be larger (${delta}) than the catalog: ${full}`;
    case 'takes-several-jobs':
      return `one job takes ${counted(maxOperations, 'operation')}, this is ${delta} (--split allows them); ${full}`;
    case 'delta-is-smaller':
      return `${share}${jobs > 1 ? `, ${inJobs}` : ''}, ${count(deltaBytes)} bytes instead of ${count(catalogBytes)}`;
  }
}
