import type { RecordFamily } from '../../../protocol/paths.ts';
import type { DiffOptions } from '../diff-options.ts';
import type { PositionedFindings } from '../findings/placed-findings.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { TouchedProducts } from '../output/touched-products.ts';
import type { CooperativeYield } from './cooperative-yield.ts';

/** Counts of the products, as lines are met. */
export interface Counts {
  /** Records of the old and the new catalog. */
  records: [number, number];
  changed: number;
  added: number;
  removed: number;
}

type ChosenOptions = Required<Pick<DiffOptions, 'recordFormat' | 'missing' | 'strict' | 'maxMemoryBytes'>>;

/** Everything that a comparison of two catalogs shares. */
export interface DiffRun extends Readonly<ChosenOptions> {
  readonly explaining: boolean;
  readonly kernel: Kernel;
  readonly findings: PositionedFindings;
  readonly touched: TouchedProducts;
  readonly counts: Counts;
  readonly pace: CooperativeYield;
  /** Is shown some of the lines. */
  readonly sample: DiffOptions['sample'];
  /** The family of all records; undefined until the first one is read, where it is not given. */
  family: RecordFamily | undefined;
  /** Lines of one fingerprint turned out to have different ids. */
  hasCollided: boolean;
}
