import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { Gauge } from './service/control/metrics.ts';
import type { SftpFolders } from './service/files/sftp-folders.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';

export interface GaugeSources {
  catalogs: CatalogService;
  folders: SftpFolders;
  search: Pick<CatalogSearch, 'indexBytes'>;
  httpConnections(): Promise<number>;
  sftpConnections(): number;
  residentBytes(): number;
}

export function instanceGauges({ catalogs, search, folders, ...connections }: GaugeSources): Gauge[] {
  return [
    {
      name: 'brctl_jobs',
      help: 'Remembered jobs, by state.',
      read: () => [...countStates(catalogs)].map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'brctl_catalog_records',
      help: 'Stored records by catalog.',
      read: () =>
        catalogs.catalogs().map(({ name, records }) => ({ labels: { catalog: name }, value: records })),
    },
    {
      name: 'brctl_index_documents',
      help: 'Searchable documents by catalog.',
      read: () =>
        catalogs.catalogs().map(({ name, documents }) => ({ labels: { catalog: name }, value: documents })),
    },
    {
      name: 'brctl_index_bytes',
      help: 'Size of the published index by catalog.',
      read: () => indexBytes(catalogs, search),
    },
    single('process_resident_memory_bytes', 'Resident memory of the process.', connections.residentBytes),
    single('brctl_sftp_files_bytes', 'Bytes in the SFTP folders.', () =>
      [...folders.all().values()].reduce((bytes, files) => bytes + files.usageBytes(), 0),
    ),
    single('brctl_sftp_connections', 'Connected SFTP clients.', connections.sftpConnections),
    single('brctl_http_connections', 'Open HTTP connections.', connections.httpConnections),
  ];
}

function single(name: string, help: string, read: () => number | Promise<number>): Gauge {
  return { name, help, read: async () => [{ value: await read() }] };
}

/** Nothing for a catalog that is not published, or whose index is being replaced at this moment. */
async function indexBytes(service: CatalogService, search: Pick<CatalogSearch, 'indexBytes'>) {
  const sizes = service.catalogs().map(async ({ name }) => {
    const value = await search.indexBytes(name);
    return value === undefined ? [] : [{ labels: { catalog: name }, value }];
  });
  return (await Promise.all(sizes)).flat();
}

function countStates(catalogs: CatalogService): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state } of catalogs.jobs()) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
