import path from 'node:path';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { copyDatabase } from '../../../base/files/copy-database.ts';
import { moveLog } from '../../../base/files/database-files.ts';
import { syncFile, syncFileAndName } from '../../../base/files/durability.ts';
import { watchStatements } from '../../../base/files/sqlite.ts';
import { AbortedError, AbortFlag } from '../../../base/process/abort-flag.ts';
import type { BuiltIndex, CatalogVersion, RecordChange, RecordOpeners, RecordTexts } from '../../engine.ts';
import { chooseIndexMode } from '../../engine.ts';
import { serveIndexTasks } from '../../index-threads.ts';
import type { LanguageSettings } from '../../text/analyser.ts';
import { FullBuild } from '../building/build.ts';
import { updateIndex } from '../building/update.ts';
import type { Part } from '../snapshot/index-file.ts';

export type IndexTask =
  | {
      kind: 'build';
      records: string;
      /** The published index; null where a new one is to be built whatever has changed. */
      current: { file: string; version: number } | null;
      newFile: string;
      durable: boolean;
      languages: LanguageSettings;
    }
  | { kind: 'copy'; from: string; to: string; durable: boolean }
  | { kind: 'rest'; file: string };

export interface Built extends Pick<BuiltIndex, 'mode' | 'documents' | 'rebuiltFor'> {
  part: Part;
}

/** Runs index tasks in this thread, so that the main thread continues answering; only a build has a result. */
export function serveIndexRuns({ openVersion }: Pick<RecordOpeners, 'openVersion'>): void {
  let abort = new AbortFlag();
  // Parts of an index run are long loops of statements that know nothing of aborts.
  watchStatements({ before: () => abort.throwIfSet() });
  serveIndexTasks(async (task: IndexTask, given): Promise<Built | null> => {
    abort = given;
    if (task.kind === 'rest') {
      moveLog(task.file);
      return null;
    }
    if (task.kind === 'copy') {
      await copyDatabase(task.from, task.to, abort);
      if (task.durable) syncFileAndName(task.to);
      return null;
    }
    const source = openVersion(task.records);
    try {
      return await index(task, source, abort);
    } finally {
      source.close();
    }
  });
}

type BuildTask = IndexTask & { kind: 'build' };
type Source = CatalogVersion & RecordTexts;

/** Writes a small change behind what the published index holds, or builds a new index file beside it. */
async function index(task: BuildTask, source: Source, abort: AbortFlag): Promise<Built> {
  if (task.current === null) return build(task, source, abort, null);
  try {
    return (await update(task.current, task, source, abort)) ?? (await build(task, source, abort, null));
  } catch (error) {
    if (!canRebuild(error)) throw error;
    const why = error instanceof BrctlError ? error.details.why : undefined;
    return build(task, source, abort, why ?? getMessage(error));
  }
}

/** An index that cannot be carried on is built anew; a full disk would only be fuller. */
function canRebuild(error: unknown): boolean {
  if (error instanceof AbortedError) return false;
  if (error instanceof BrctlError) return error.code.startsWith('engine.');
  // SQLite's: damaged, no database, cannot be opened.
  const { sqliteCode } = error as { sqliteCode?: unknown };
  return sqliteCode === 11 || sqliteCode === 26 || sqliteCode === 14;
}

/** Undefined where so much has changed that a new build is the way. */
async function update(
  { file, version }: { file: string; version: number },
  { durable, languages }: BuildTask,
  source: Source,
  abort: AbortFlag,
): Promise<Built | undefined> {
  const since = source.changesSince(version);
  if (since === null || chooseIndexMode(since.count, source.count) === 'full') return undefined;
  const changes: RecordChange[] = [];
  for await (const batch of since.changes) {
    abort.throwIfSet();
    changes.push(...batch);
  }
  const part = updateIndex(file, version, { version: source.version, changes, languages }, source);
  // The commit is in the write-ahead log; a power cut must not lose it once it is published.
  if (durable) syncFile(`${file}-wal`);
  const mode = changes.length === 0 ? 'unchanged' : 'delta';
  return { part, mode, documents: part.records, rebuiltFor: null };
}

async function build(
  { newFile, durable, languages }: BuildTask,
  source: Source,
  abort: AbortFlag,
  rebuiltFor: string | null,
): Promise<Built> {
  const running = new FullBuild(newFile, languages);
  let done = 0;
  try {
    for await (const batch of source.records()) {
      abort.throwIfSet();
      for (const record of batch) running.add(record);
      done += batch.length;
      abort.count(done);
    }
    const part = running.finish(source.version);
    syncFile(newFile);
    if (durable) syncFile(path.dirname(newFile));
    return { part, mode: 'full', documents: part.records, rebuiltFor };
  } catch (error) {
    running.abandon();
    throw error;
  }
}
