import type { Ledger } from '../ledger.ts';
import { type LedgerEntry, mergeEntries } from '../ledger-entry.ts';
import { pack, readContent } from './shared-document.ts';
import type { SharedFolder } from './shared-folder.ts';

/** For commands without a lock: each request has its own file, which the next push takes over. */
export function openSharedLedger(shared: SharedFolder, local: Ledger): Ledger {
  let others: Promise<LedgerEntry[]> | undefined;
  const files = new Map<string, string>();
  const listAll = async () => {
    others ??= readOthers(shared);
    return mergeEntries(await others, await local.entries());
  };
  const publish = async (id: string) => {
    const entry = (await listAll()).find((item) => item.id === id);
    if (entry === undefined) return;
    const before = files.get(id);
    const name = `request-${id}-${(Number(before?.split('-').at(-1)?.split('.')[0] ?? 0) + 1).toString().padStart(4, '0')}.json.gz`;
    await shared.write(name, await pack(entry));
    files.set(id, name);
    if (before !== undefined) await shared.remove(before);
  };
  return {
    async begin(entry) {
      const id = await local.begin(entry);
      await publish(id);
      return id;
    },
    async update(id, change) {
      await local.update(id, change);
      await publish(id);
    },
    async end(id, job) {
      await local.end(id, job);
      await publish(id);
    },
    adopt: (adopted) => local.adopt(adopted),
    entries: listAll,
    async requestOf(environment, jobId) {
      return (await listAll()).find((entry) => entry.environment === environment && entry.jobId === jobId);
    },
  };
}

async function readOthers(shared: SharedFolder): Promise<LedgerEntry[]> {
  const { latest, requests } = await readContent(shared);
  return mergeEntries(latest?.requests ?? [], [...requests.values()]);
}
