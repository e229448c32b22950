import type { EngineSharing } from '../engine/sharing.ts';
import type { Closers } from './closers.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import type { Instance } from './instance.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import { nodeNotice } from './service/front/node-notice.ts';
import type { Answering } from './service/search/search-calls.ts';

/**
 * Tells the processes that search in the same cluster who this instance's clients are, now and after each publication: an
 * index job ends only when they have been told. What was told stays for as long as the catalogs are kept.
 */
export async function tellCluster(
  sharing: EngineSharing,
  { dataDir, now = Date.now }: EmulatorOptions,
  { environment, accounts, settings }: Pick<Instance, 'environment' | 'accounts' | 'settings'>,
  catalogs: CatalogService,
  { loose, answers }: Answering,
  closers: Closers,
): Promise<void> {
  const { requireAuthKey } = settings;
  const tell = () =>
    sharing.tell(
      nodeNotice({
        environment,
        nowMs: now(),
        accounts,
        catalogs: catalogs.catalogs(),
        answering: { loose, answers, requireAuthKey },
      }),
    );
  await tell();
  catalogs.onPublished(tell);
  if (dataDir === undefined) closers.add(() => sharing.untell());
}
