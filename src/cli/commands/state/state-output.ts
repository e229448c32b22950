import { counted, formatBytes, withAges } from '../../../base/wording/amounts.ts';
import type { LockOwner, readLockOwner } from '../../../client/state/lock.ts';
import type { StateDocument } from '../../../client/state/portable-state.ts';
import type { Output } from '../../output/output.ts';
import type { JsonValue } from '../../output/printable.ts';
import { printable } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';

export interface ShownState {
  where: string;
  document: StateDocument;
  lock: Awaited<ReturnType<typeof readLockOwner>>;
  expiresAt: Date | undefined;
}

const NAME_WIDTH = 10;

/** A line each for the catalog that was applied, the push under way, the requests and the lock. */
export async function printState(output: Output, shown: ShownState): Promise<void> {
  const { where, document, lock, expiresAt } = shown;
  const json = {
    schema: 'brctl.state/1',
    environment: document.environment,
    catalog: document.catalog,
    state: where,
    expires_at: expiresAt,
    applied: appliedToJson(document),
    push: pushToJson(document),
    requests: document.requests.length,
    lock: lock && {
      pid: lock.owner.pid,
      host: lock.owner.host,
      purpose: lock.owner.purpose,
      since: lock.owner.since,
      last_sign_at: lock.lastSign,
    },
  };
  await output.result(json, (stdout) => {
    const rows = [
      ['state', expiresAt === undefined ? where : `${where}, kept until ${expiresAt.toISOString()}`],
      ['applied', describeApplied(document)],
      ['push', describePush(document)],
      ['requests', `${counted(document.requests.length, 'request')}: brctl jobs -e ${document.environment}`],
      ['lock', lock === undefined ? 'free' : describeLock(lock.owner, lock.lastSign)],
    ];
    const text = rows
      .map(([name = '', value = '']) => `${name.padEnd(NAME_WIDTH)}${printable(value)}\n`)
      .join('');
    return wrapText(stdout.isTty ? withAges(text, output.now().getTime()) : text, stdout);
  });
}

/** The file that was written. */
export async function printExported(output: Output, file: string, document: StateDocument): Promise<void> {
  const bytes = document.files.reduce((sum, one) => sum + one.bytes, 0);
  const json = { schema: 'brctl.state-export/1', file, files: document.files.length, content_bytes: bytes };
  await output.result(
    json,
    () => `${printable(file)}: ${describeApplied(document)} (${formatBytes(bytes)})\n`,
  );
}

/** What is known from now on. */
export async function printImported(output: Output, where: string, document: StateDocument): Promise<void> {
  const json = {
    schema: 'brctl.state-import/1',
    state: where,
    applied: appliedToJson(document),
    push: pushToJson(document),
  };
  await output.result(json, () => `${printable(where)}: ${describeApplied(document)}\n`);
}

/** Whose lock was taken away. */
export async function printUnlocked(
  output: Output,
  { environment, catalog }: { environment: string; catalog: string },
  owner: LockOwner | undefined,
): Promise<void> {
  const of = `${catalog} in ${environment}`;
  const json = {
    schema: 'brctl.state-unlock/1',
    environment,
    catalog,
    was_locked: owner !== undefined,
    pid: owner?.pid,
    host: owner?.host,
  };
  await output.result(json, () =>
    owner === undefined
      ? `${printable(of)}: the lock was free\n`
      : `${printable(of)}: lock removed; held by ${printable(describeLock(owner, undefined))}\n`,
  );
}

function describeApplied({ applied }: StateDocument): string {
  if (applied === undefined) return 'no push on record: the next push is a full load';
  const { products, source, appliedAt, indexed, outcomeUnknown, doubt } = applied;
  const what = `${counted(products, 'product')} of ${source}, applied at ${appliedAt}`;
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
  return {
    source: applied.source,
    products: applied.products,
    applied_at: applied.appliedAt,
    indexed: applied.indexed,
    in_doubt: applied.outcomeUnknown === true || applied.doubt !== undefined,
  };
}

function pushToJson({ run }: StateDocument): JsonValue {
  if (run === undefined) return undefined;
  return {
    source: run.source,
    mode: run.mode,
    started_at: run.startedAt,
    parts: run.parts.map(({ state, jobId }) => ({ state, job_id: jobId })),
  };
}
