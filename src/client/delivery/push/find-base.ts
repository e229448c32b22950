import { type FileIdentity, identify } from '../../state/push-run.ts';
import {
  readAppliedBase,
  readSnapshotIndex,
  readSnapshotTally,
  type Snapshot,
} from '../../state/snapshot.ts';
import { decodeIndex } from '../kept/base-index.ts';
import type { OldCatalog } from '../kept/compare-catalogs.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** What a delta can be taken from. */
export interface Base extends OldCatalog {
  /** Of a file of the user. */
  identity?: FileIdentity;
  /** Of the kept catalog: the products that were put into it. */
  keptProducts?: number;
  /** The counters of its products, as `Tally.encode` gave them. */
  tally?: Buffer;
}

/** What is needed to know what was pushed last. */
export interface BaseContext extends Pick<PushContext, 'folder' | 'note'> {
  options: Pick<PushOptions, 'accountId' | 'catalogUrl' | 'base'>;
}

/** The snapshot, unless it is of another account or address. */
export async function usableSnapshot(context: BaseContext): Promise<Snapshot | undefined> {
  const { options, folder } = context;
  const snapshot = await readAppliedBase(folder);
  if (snapshot === undefined) return undefined;
  if (snapshot.accountId === options.accountId && snapshot.catalogUrl === options.catalogUrl) return snapshot;
  context.note(describeOther(context, snapshot));
  return undefined;
}

/** The part of the URL after # identifies the local service. */
function describeOther({ options }: BaseContext, { accountId, catalogUrl }: Snapshot): string {
  const [address] = catalogUrl.split('#');
  const isSameAddress = accountId === options.accountId && address === options.catalogUrl.split('#')[0];
  return isSameAddress
    ? `the last push went to another local service at ${address}: this one has different keys`
    : `the last push went to account ${accountId} at ${address}, not to this one`;
}

/** What the catalog is compared with: the file that the user named, else the snapshot; undefined where there is none. */
export async function findBase(
  { options, folder }: BaseContext,
  snapshot: Snapshot | undefined,
): Promise<Base | undefined> {
  if (options.base !== undefined) return { path: options.base, identity: await identify(options.base) };
  if (snapshot === undefined) return undefined;
  const document = await readSnapshotIndex(folder, snapshot);
  const index = document && decodeIndex(document);
  const path = folder.file(snapshot.file);
  const tally = await readSnapshotTally(folder, snapshot);
  return { path, keptProducts: snapshot.products, ...(index && { index }), ...(tally && { tally }) };
}
