import { BrctlError, messageOf } from '../../../base/errors.ts';
import type { CommandContext } from '../../context.ts';
import { readAllText } from '../../shared/input-operand.ts';
import {
  printFaults,
  printOpened,
  printReset,
  printServiceReady,
  printSnapshot,
  printSnapshotFile,
  printSnapshots,
} from '../../shared/local-output.ts';
import { withLocalService } from '../../shared/local-service.ts';

/** `brctl local ready`: fails as temporary until the service is ready, and while its engine is red. */
export async function runReady(context: CommandContext): Promise<number> {
  return await withLocalService(context, async ({ origin, call }) => {
    const ready = await call({
      method: 'GET',
      path: 'ready',
      subject: 'the service',
      answers: { schema: 'string', environment: 'string' },
    });
    await printServiceReady(context.output, origin, String(ready.environment));
    return 0;
  });
}

/** `brctl local reset`: back to empty, or to a named state. */
export async function runReset(context: CommandContext, snapshot: string | undefined): Promise<number> {
  return await withLocalService(context, async ({ call }) => {
    const subject = snapshot === undefined ? 'the service' : `snapshot ${snapshot}`;
    const body = snapshot === undefined ? {} : { snapshot };
    await call({ method: 'POST', path: 'reset', body, subject, answers: { reset: 'boolean' } });
    await printReset(context.output, snapshot);
    return 0;
  });
}

/** The options of `brctl local snapshot`. */
interface SnapshotFlags {
  delete?: boolean;
  export?: string;
  import?: string;
}

/** `brctl local snapshot`: saves or deletes a named state, carries it in a file, or lists all. */
export async function runSnapshot(
  context: CommandContext,
  name: string | undefined,
  { delete: deletes, export: target, import: source }: SnapshotFlags,
): Promise<number> {
  return await withLocalService(context, async ({ origin, call }) => {
    if (name === undefined) {
      const flag = deletes ? '--delete' : target === undefined ? source && '--import' : '--export';
      if (flag !== undefined) throw missingName(flag);
      const { snapshots } = await call({
        method: 'GET',
        path: 'snapshots',
        subject: 'the snapshots',
        answers: { snapshots: [{ name: 'string', bytes: 'number', created_at: 'string' }] },
      });
      await printSnapshots(context.output, snapshots as Parameters<typeof printSnapshots>[1]);
      return 0;
    }
    const place = { path: `snapshots/${encodeURIComponent(name)}`, subject: `snapshot ${name}` };
    if (target !== undefined || source !== undefined) {
      const { exportSnapshot, importSnapshot } = await import('./snapshot-file.ts');
      if (target !== undefined) await exportSnapshot(context, origin, name, target);
      else await importSnapshot(context, origin, name, source ?? '');
      await printSnapshotFile(
        context.output,
        name,
        target ?? source ?? '',
        target === undefined ? 'imported' : 'exported',
      );
      return 0;
    }
    if (deletes) await call({ method: 'DELETE', ...place, answers: { deleted: 'string' } });
    else await call({ method: 'PUT', ...place, answers: { saved: 'string' } });
    await printSnapshot(context.output, name, !deletes);
    return 0;
  });
}

function missingName(flag: string): BrctlError {
  return new BrctlError(`${flag} needs the name of a snapshot`, {
    kind: 'usage',
    code: 'usage.missing_argument',
    hint: 'brctl local snapshot lists them',
  });
}

/** `brctl local faults`: shows the fault rules, or replaces them by those of a file, or removes all. */
export async function runFaults(
  context: CommandContext,
  file: string | undefined,
  { clear }: { clear?: boolean },
): Promise<number> {
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
    await printFaults(context.output, rules as Parameters<typeof printFaults>[1]);
    return 0;
  });
}

/** @throws BrctlError `input.bad_json`, or what reading the file throws */
async function readRules(context: CommandContext, file: string): Promise<unknown> {
  const text = await readAllText(context, file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BrctlError(`${file} is not JSON: ${messageOf(cause)}`, {
      kind: 'input',
      code: 'input.bad_json',
      file,
      hint: 'write one rule or a list of them, such as {"operation":"put-products","times":1,"status":503}',
      cause,
    });
  }
}

/** `brctl local open`: the inspector in the browser; its address is printed wherever there is none. */
export async function runOpen(context: CommandContext): Promise<number> {
  return await withLocalService(context, async ({ origin, call }) => {
    await call({ method: 'GET', path: 'clock', subject: 'the service', answers: { now: 'string' } });
    const url = `${origin}/_brctl/`;
    await printOpened(context.output, url);
    if (context.io.stdout.isTty) await openInBrowser(url);
    return 0;
  });
}

/** By the desktop's own opener; a machine without one has the address. */
async function openInBrowser(url: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const { platform } = await import('node:os');
  const opener = platform() === 'darwin' ? 'open' : platform() === 'win32' ? 'explorer' : 'xdg-open';
  await new Promise<void>((resolve) => {
    const child = spawn(opener, [url], { stdio: 'ignore', timeout: 5_000 });
    child.once('error', () => resolve()).once('close', () => resolve());
  });
}
