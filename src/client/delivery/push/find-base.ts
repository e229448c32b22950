import { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { type AppliedBase, readAppliedBase } from '../../state/applied-base.ts';
import { type FileIdentity, identify } from '../../state/push-run.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** A catalog that a delta can be taken from. */
export interface Base {
  path: string;
  /** Of a file of the user. */
  identity?: FileIdentity;
  /** Of the kept catalog: the products that were put into it. */
  baseProducts?: number;
}

export interface BaseContext extends Pick<PushContext, 'folder' | 'note'> {
  options: Pick<PushOptions, 'accountId' | 'catalogUrl' | 'base'>;
}

/** The snapshot, unless it is of another account or address. */
export async function findSnapshot({ options, folder, note }: BaseContext): Promise<AppliedBase | undefined> {
  const snapshot = await readAppliedBase(folder);
  if (snapshot === undefined) return undefined;
  const { accountId, catalogUrl } = snapshot;
  if (accountId === options.accountId && catalogUrl === options.catalogUrl) return snapshot;
  // The part of the URL after # identifies the local service.
  const [address] = catalogUrl.split('#');
  const isSameAddress = accountId === options.accountId && address === options.catalogUrl.split('#')[0];
  note(
    isSameAddress
      ? `the local service at ${address} was replaced since the last push: its keys differ`
      : `the last push went to account ${accountId} at ${address}, not to this one`,
  );
  return undefined;
}

/** The base: the file that the user named, else the stored one; undefined if there is none. */
export async function findBase(
  { options, folder }: BaseContext,
  snapshot: AppliedBase | undefined,
): Promise<Base | undefined> {
  if (options.base !== undefined) return { path: options.base, identity: await identify(options.base) };
  return snapshot && { path: folder.file(snapshot.file), baseProducts: snapshot.products };
}

/**
 * A base cut between two gzip members still decompresses without error; only its product count reveals the damage.
 * @throws BrctlError `push.base_damaged`
 */
export function assertProductCount({ path, baseProducts }: Base, products: number): void {
  if (baseProducts === undefined || baseProducts === products) return;
  throw new BrctlError(`it holds ${formatCount(products)} of ${formatCount(baseProducts)} products`, {
    kind: 'input',
    code: 'push.base_damaged',
    file: path,
  });
}

/** How a catalog or a delta that is broken, gone, or does not fit the other, shows. */
export function isMisfit(error: unknown): error is BrctlError {
  return error instanceof BrctlError && (error.kind === 'input' || error.kind === 'not-found');
}

/** Problem of the stored base, if the error is about it; undefined for other errors, and for a base of the user. */
export function describeDamage({ path, baseProducts }: Base, error: unknown): string | undefined {
  if (baseProducts === undefined || !(error instanceof BrctlError)) return undefined;
  const { file, problems = [] } = error.details;
  const problem = file === path ? error : problems.find((item) => item.file === path);
  return problem?.message.replace(`${path}: `, '');
}
