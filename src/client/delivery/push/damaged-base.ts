import { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import type { Base } from './find-base.ts';

type KeptAs = Pick<Base, 'path' | 'keptProducts'>;

/**
 * A kept catalog that was cut between two of its gzip members, or emptied, inflates without an error; the count of
 * its products gives it away.
 *
 * @param found products that it was seen to hold
 * @throws BrctlError `push.base_damaged`
 */
export function assertProductCount({ path, keptProducts }: KeptAs, found: number): void {
  if (keptProducts === undefined || keptProducts === found) return;
  throw new BrctlError(`it holds ${formatCount(found)} of ${formatCount(keptProducts)} products`, {
    kind: 'input',
    code: 'push.base_damaged',
    file: path,
  });
}

/**
 * What is wrong with the kept catalog, where that is what an error is about; undefined for any other error, and where
 * the user named the base.
 */
export function damageOf({ path, keptProducts }: KeptAs, error: unknown): string | undefined {
  if (keptProducts === undefined || !(error instanceof BrctlError)) return undefined;
  const { file, problems = [] } = error.details;
  const problem = file === path ? error : problems.find((one) => one.file === path);
  return problem?.message.replace(`${path}: `, '');
}
