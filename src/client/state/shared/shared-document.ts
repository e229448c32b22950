import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isCount, isListOf, isObjectOf, isOneOf, isText, type ValueOf } from '../../../base/json/shape.ts';
import { isLedgerEntry, type LedgerEntry } from '../ledger-entry.ts';
import { STATE_MEMBERS, type StateDocument } from '../portable-state.ts';
import type { SharedFolder } from './shared-folder.ts';

const SCHEMA = 'brctl.shared-state/1';
const NAME = /^state-(\d{10})-[0-9a-f-]{36}\.json\.gz$/;
const REQUEST = /^request-.*\.json\.gz$/;

/** A file of the state, and where its content lies; the service deletes it 30 days after `storedAt`. */
const isSharedFile = isObjectOf({ ...STATE_MEMBERS.file, remote: isText, storedAt: isText });
export type SharedFile = ValueOf<typeof isSharedFile>;

/** The state as it is shared. Each write has its own number and id. */
const isSharedDocument = isObjectOf(
  {
    ...STATE_MEMBERS.required,
    schema: isOneOf(SCHEMA),
    generation: isCount,
    id: isText,
    files: isListOf(isSharedFile),
  },
  STATE_MEMBERS.optional,
);
export type SharedDocument = ValueOf<typeof isSharedDocument>;

export function nameDocument({ generation, id }: SharedDocument): string {
  return `state-${String(generation).padStart(10, '0')}-${id}.json.gz`;
}

export function createDocument(
  state: StateDocument & { files: SharedFile[] },
  before: SharedDocument | undefined,
): SharedDocument {
  return { schema: SCHEMA, generation: (before?.generation ?? 0) + 1, id: randomUUID(), ...state };
}

export type SharedContent = Awaited<ReturnType<typeof readContent>>;

/** Reads the newest document that is whole, and the requests that it does not know yet. */
export async function readContent(folder: SharedFolder) {
  const names = await folder.listNames();
  let latest: SharedDocument | undefined;
  /** Newer ones that cannot be read: of a process that was killed, or damaged. */
  const unreadable: string[] = [];
  const documents = names.filter((name) => NAME.test(name)).sort();
  for (const name of documents.toReversed()) {
    const document = await unpack(folder, name);
    if (isSharedDocument(document)) latest = document;
    if (latest !== undefined) break;
    unreadable.push(name);
  }
  /** Notes of commands without a lock, by file name. */
  const requests = new Map<string, LedgerEntry>();
  for (const name of names.filter((name) => REQUEST.test(name))) {
    const entry = await unpack(folder, name);
    if (isLedgerEntry(entry)) requests.set(name, entry);
  }
  return { latest, unreadable, requests, names };
}

export async function pack(document: object): Promise<Buffer> {
  return await promisify(gzip)(JSON.stringify(document));
}

async function unpack(folder: SharedFolder, name: string): Promise<unknown> {
  const packed = await folder.read(name);
  try {
    return packed && JSON.parse((await promisify(gunzip)(packed)).toString('utf8'));
  } catch {
    return undefined;
  }
}
