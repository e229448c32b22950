import type { RecordFormat } from '../../delta/diff-options.ts';
import type { WaitFlags } from './wait-jobs.ts';

/** The options of `brctl submit`. */
export interface SubmitFlags extends WaitFlags {
  inputFormat: RecordFormat;
  mode: 'delta' | 'full';
  sftp?: string[];
  family: 'products' | 'items';
  split?: boolean;
  maxOps: number;
  dryRun?: boolean;
  force?: boolean;
  allowShrink?: boolean;
  allowRemovals?: { products: number } | { share: number };
  allowPriceChanges?: boolean;
}
