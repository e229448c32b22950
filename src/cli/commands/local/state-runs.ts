import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { formatBytes, formatTime } from '../../../base/wording/amounts.ts';
import { downloadLocal, PAUSE_MS } from '../../../client/api/local-control.ts';
import { readFileChunks } from '../../../client/delivery/body-file.ts';
import type { SnapshotState } from '../../../protocol/control-documents.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import type { JsonValue } from '../../output/printable.ts';
import type { Report } from '../../output/progress.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { readAllText } from '../../shared/file-operands.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { usageError } from '../../usage-error.ts';

/** `brctl local ready`: fails as temporary until the service is ready, and while its engine is red. */
export async function runReady(context: CommandContext): Promise<void> {
  return await withLocalService(context, async ({ origin, get }) => {
    const ready = await get('ready', 'the service', { schema: 'string', environment: 'string' });
    const environment = String(ready.environment);
    const document = { schema: 'brctl.local-ready/1', ready: true, url: origin, environment };
    await context.output.result(document, () => `${environment} at ${origin} is ready\n`);
  });
}

export async function runReset(context: CommandContext, snapshot: string | undefined): Promise<void> {
  return await withLocalService(context, async ({ call }) => {
    const subject = snapshot === undefined ? 'the service' : `snapshot ${snapshot}`;
    const body = snapshot === undefined ? {} : { snapshot };
    await call({ method: 'POST', path: 'reset', body, subject, answers: { reset: 'boolean' } });
    const document = { schema: 'brctl.local-reset/1', reset: true, snapshot: snapshot ?? null };
    const state = snapshot === undefined ? 'empty' : `as it was in ${subject}`;
    await context.output.result(document, () => `the service is ${state}\n`);
  });
}

export async function runSnapshot(
  context: CommandContext,
  name: string | undefined,
  { delete: deletes, export: target, import: source }: { delete?: boolean; export?: string; import?: string },
): Promise<void> {
  const { output } = context;
  return await withLocalService(context, async ({ origin, call, get }) => {
    if (name === undefined) {
      const flag = deletes ? '--delete' : target === undefined ? source && '--import' : '--export';
      if (flag !== undefined)
        throw usageError(
          'usage.missing_argument',
          `${flag} needs the name of a snapshot`,
          'brctl local snapshot lists them',
        );
      const { snapshots } = await get('snapshots', 'the snapshots', {
        snapshots: [{ name: 'string', bytes: 'number', created_at: 'string' }],
      });
      await printSnapshots(output, snapshots as SnapshotState[]);
      return;
    }
    const place = { path: `snapshots/${encodeURIComponent(name)}`, subject: `snapshot ${name}` };
    const schema = 'brctl.local-snapshot-file/1';
    if (target !== undefined) {
      const bytes = await downloadLocal(origin, `${place.path}/archive`, place.subject, context.signal);
      // Whose products these are is nobody else's business.
      await output.progress(`writing ${target}`, (report) =>
        writeFileAtomically(resolve(context.cwd, target), countBytes(bytes, report), 0o600),
      );
      const text = `wrote snapshot ${name} to ${target}\n`;
      return await output.result({ schema, name, file: target, done: 'exported' }, () => text);
    }
    if (source !== undefined) {
      const path = resolve(context.cwd, source);
      const { size: lengthBytes } = await stat(path);
      const file = { lengthBytes, open: () => readFileChunks(path) };
      const about = { subject: place.subject, answers: { saved: 'string' }, timeoutMs: PAUSE_MS } as const;
      await output.progress(`reading ${source}`, () =>
        call({ method: 'PUT', path: `${place.path}/archive`, file, ...about }),
      );
      const text = `saved snapshot ${name} from ${source}; restore it: brctl local reset ${name}\n`;
      return await output.result({ schema, name, file: source, done: 'imported' }, () => text);
    }
    if (deletes) await call({ method: 'DELETE', ...place, answers: { deleted: 'string' } });
    else await call({ method: 'PUT', ...place, answers: { saved: 'string' } });
    const document = { schema: 'brctl.local-snapshot/1', name, saved: !deletes };
    await output.result(document, () => `${deletes ? 'deleted' : 'saved'} snapshot ${name}\n`);
  });
}

async function printSnapshots(output: Output, snapshots: readonly SnapshotState[]): Promise<void> {
  const nowMs = output.now().getTime();
  const document = {
    schema: 'brctl.local-snapshots/1',
    snapshots: snapshots.map(({ name, bytes, created_at }) => ({ name, size_bytes: bytes, created_at })),
  };
  await output.result(document, (stdout) => {
    const format = (time: string) => (stdout.isTty ? formatTime(time, nowMs, true) : time);
    const columns: RowColumn<SnapshotState>[] = [
      { title: 'Name', of: ({ name }) => name },
      { title: 'Size', align: 'right', of: ({ bytes }) => formatBytes(bytes) },
      { title: 'Created', minor: true, of: ({ created_at }) => format(created_at) },
    ];
    return renderRows(columns, snapshots, stdout, 'no snapshots yet: brctl local snapshot <name>');
  });
}

export async function runFaults(
  context: CommandContext,
  file: string | undefined,
  { clear }: { clear?: boolean },
): Promise<void> {
  const body = file === undefined ? undefined : await readRules(context, file);
  return await withLocalService(context, async ({ call }) => {
    const method = clear ? 'DELETE' : body === undefined ? 'GET' : 'PUT';
    const { rules } = await call({
      method,
      path: 'faults',
      body,
      subject: 'the fault rules',
      answers: { rules: [{ operation: 'string' }] },
    });
    const listed = rules as { readonly [member: string]: JsonValue }[];
    await context.output.result({ schema: 'brctl.local-faults/1', rules: listed }, (stdout) =>
      listed.length === 0 && stdout.isTty
        ? wrapText('no fault rules: brctl local faults <file> adds some\n', stdout)
        : listed.map((rule) => `${JSON.stringify(rule)}\n`).join(''),
    );
  });
}

/** @throws BrctlError `input.bad_json`, or what reading the file throws */
async function readRules(context: CommandContext, file: string): Promise<unknown> {
  const text = await readAllText(context, file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BrctlError(`${file} is not JSON: ${getMessage(cause)}`, {
      kind: 'input',
      code: 'input.bad_json',
      file,
      hint: 'write one rule or a list of them, such as {"operation":"put-products","times":1,"status":503}',
      cause,
    });
  }
}

/** `brctl local open`: the inspector in the browser; its address is printed wherever there is none. */
export async function runOpen(context: CommandContext): Promise<void> {
  return await withLocalService(context, async ({ origin, get }) => {
    await get('clock', 'the service', { now: 'string' });
    const url = `${origin}/_brctl/`;
    await context.output.result({ schema: 'brctl.local-open/1', url }, () => `${url}\n`);
    if (context.io.stdout.isTty) await openInBrowser(url);
  });
}

/** By the desktop's own opener; a machine without one has the address. */
async function openInBrowser(url: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const { platform } = await import('node:os');
  const opener = platform() === 'darwin' ? 'open' : platform() === 'win32' ? 'explorer' : 'xdg-open';
  await once(spawn(opener, [url], { stdio: 'ignore', timeout: 5_000 }), 'close').catch(() => undefined);
}

async function* countBytes(bytes: AsyncIterable<Uint8Array>, report: Report): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const chunk of bytes) {
    yield chunk;
    done += chunk.length;
    report({ done, unit: 'bytes' });
  }
}
