import path from 'node:path';
import { formatBytes, pluralize, withAges } from '../../../base/wording/amounts.ts';
import { forceUnlock, type LockOwner, readLockOwner } from '../../../client/state/lock.ts';
import type { StateDocument } from '../../../client/state/portable-state.ts';
import { exportState, importState } from '../../../client/state/state-export.ts';
import type { CommandContext } from '../../context.ts';
import { escapeControls, type JsonValue, toSnakeCase } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { withCatalogState } from '../../shared/catalog-area.ts';

const NAME_WIDTH = 10;

export async function runStateShow(context: CommandContext): Promise<void> {
  const { output } = context;
  return await withCatalogState(context, async (place) => {
    const document = await place.describe();
    const { environment, catalog, requests } = document;
    const lock = await readLockOwner(await place.lockFiles());
    const expiresAt = await place.expiresAt();
    const json = {
      schema: 'brctl.state/1',
      environment,
      catalog,
      state: place.where,
      expires_at: expiresAt,
      applied: appliedToJson(document),
      push: pushToJson(document),
      requests: requests.length,
      lock: lock && {
        pid: lock.owner.pid,
        host: lock.owner.host,
        purpose: lock.owner.purpose,
        since: lock.owner.since,
        last_sign_at: lock.lastSign,
      },
    };
    const rows = {
      state: expiresAt === undefined ? place.where : `${place.where}, kept until ${expiresAt.toISOString()}`,
      applied: describeApplied(document),
      push: describePush(document),
      requests: `${pluralize(requests.length, 'request')}: brctl jobs -e ${environment}`,
      lock: lock === undefined ? 'free' : describeLock(lock.owner, lock.lastSign),
    };
    const lines = Object.entries(rows).map(
      ([name, text]) => `${name.padEnd(NAME_WIDTH)}${escapeControls(text)}\n`,
    );
    await output.result(json, (stdout) => {
      const text = lines.join('');
      return wrapText(stdout.isTty ? withAges(text, output.now().getTime()) : text, stdout);
    });
  });
}

export async function runStateExport(context: CommandContext, file: string): Promise<void> {
  return await withCatalogState(context, async (place) => {
    // A push that goes on meanwhile would take away files that the document names.
    const document = await place.withLock(async (folder) => {
      const described = await place.describe();
      await exportState(folder, described, path.resolve(context.cwd, file));
      return described;
    });
    const { files } = document;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    await context.output.result(
      { schema: 'brctl.state-export/1', file, files: files.length, content_bytes: bytes },
      () => `${escapeControls(file)}: ${describeApplied(document)} (${formatBytes(bytes)})\n`,
    );
  });
}

export async function runStateImport(context: CommandContext, file: string): Promise<void> {
  return await withCatalogState(context, async (place, of) => {
    const document = await place.withLock(async (folder, ledger) => {
      const read = await importState(folder, path.resolve(context.cwd, file), of);
      await ledger.adopt(read.requests);
      return read;
    });
    const facts = { applied: appliedToJson(document), push: pushToJson(document) };
    await context.output.result(
      { schema: 'brctl.state-import/1', state: place.where, ...facts },
      () => `${escapeControls(place.where)}: ${describeApplied(document)}\n`,
    );
  });
}

/** Takes the lock away, and tells whose it was. */
export async function runStateUnlock(context: CommandContext): Promise<void> {
  return await withCatalogState(context, async (place, { environment, catalog }) => {
    const owner = await forceUnlock(await place.lockFiles());
    const lock = { was_locked: owner !== undefined, pid: owner?.pid, host: owner?.host };
    const text =
      owner === undefined ? 'the lock was free' : `lock removed; held by ${describeLock(owner, undefined)}`;
    await context.output.result(
      { schema: 'brctl.state-unlock/1', environment, catalog, ...lock },
      () => `${escapeControls(`${catalog} in ${environment}: ${text}`)}\n`,
    );
  });
}

function describeApplied({ applied }: StateDocument): string {
  if (applied === undefined) return 'no push on record: the next push is a full load';
  const { products, source, appliedAt, indexed, outcomeUnknown, doubt } = applied;
  const what = `${pluralize(products, 'product')} of ${source}, applied at ${appliedAt}`;
  if (outcomeUnknown || doubt) return `${what}; the service may be out of sync: the next push is a full load`;
  return indexed ? what : `${what}, not yet indexed`;
}

function describePush({ run }: StateDocument): string {
  if (run === undefined) return 'none in progress';
  const states = run.parts.map(({ state }) => state).join(', ');
  return `${run.mode === 'full' ? 'full load' : 'delta'} of ${run.source}, begun at ${run.startedAt}: ${states}`;
}

function describeLock({ pid, host, since, purpose }: LockOwner, lastSign: string | undefined): string {
  const heard = lastSign === undefined ? '' : `, last heartbeat at ${lastSign}`;
  return `process ${pid} on ${host} since ${since}${heard}: ${purpose}`;
}

function appliedToJson({ applied }: StateDocument): JsonValue {
  if (applied === undefined) return undefined;
  const { source, products, appliedAt, indexed, outcomeUnknown, doubt } = applied;
  const inDoubt = outcomeUnknown === true || doubt !== undefined;
  return toSnakeCase({ source, products, appliedAt, indexed, inDoubt });
}

function pushToJson({ run }: StateDocument): JsonValue {
  if (run === undefined) return undefined;
  const { source, mode, startedAt, parts } = run;
  return toSnakeCase({ source, mode, startedAt, parts: parts.map(({ state, jobId }) => ({ state, jobId })) });
}
