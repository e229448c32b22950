import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../../../base/errors.ts';
import { createAtomicFile } from '../../../base/files/atomic-file.ts';
import { unreadable } from '../../../catalog/opening/unreadable.ts';
import type { PlanSeal } from '../../../client/delivery/push/saved-plan.ts';
import { type JsonValue, toJson } from '../../output/printable.ts';
import type { PlanFlags } from '../../shared/push-setup.ts';
import { type NamedPlan, PLAN_SCHEMA, planDocument } from './plan-json.ts';

/** A plan as it is saved: for people and scripts what it would do, for the push what it was made of. */
export interface SavedPlan {
  environment: string;
  catalog: string;
  accountId: string;
  /** Where the plan would send to: the addresses of the catalog API and of the SFTP server. */
  address: string;
  /** The catalog file, as the user named it. */
  source: string;
  flags: PlanFlags;
  seal: PlanSeal;
}

/** Writes a plan that `readPlan` reads. */
export async function savePlan(
  context: { cwd: string },
  name: string,
  named: NamedPlan,
  saved: SavedPlan,
): Promise<void> {
  const file = await createAtomicFile(path.resolve(context.cwd, name));
  try {
    const { accountId, address, flags, seal } = saved;
    // What JSON can hold: options and hashes.
    const sealed = { account_id: accountId, address, options: flags, seal } as unknown as JsonValue;
    await file.write(`${toJson({ ...planDocument(named), saved: sealed })}\n`);
    await file.commit();
  } finally {
    await file.abort();
  }
}

/** @throws BrctlError `file.not_found` and the like; `plan.unreadable` for anything but a saved plan */
export async function readPlan(context: { cwd: string }, name: string): Promise<SavedPlan> {
  let text: string;
  try {
    text = await readFile(path.resolve(context.cwd, name), 'utf8');
  } catch (error) {
    throw unreadable(name, error);
  }
  const { environment, catalog, source, saved } = parse(text, name);
  const { account_id: accountId, address, options: flags, seal } = saved;
  return { environment, catalog, source, accountId, address, flags, seal };
}

interface PlanText {
  schema: string;
  environment: string;
  catalog: string;
  source: string;
  saved: { account_id: string; address: string; options: PlanFlags; seal: PlanSeal };
}

function parse(text: string, name: string): PlanText {
  let document: Partial<PlanText> | null = null;
  try {
    document = JSON.parse(text);
  } catch {
    // Told below: whatever it is, it is no plan.
  }
  const { schema, environment, catalog, source, saved } = document ?? {};
  const { seal, options, address, account_id: accountId } = saved ?? {};
  const texts = [
    environment,
    catalog,
    source,
    accountId,
    address,
    seal?.catalog,
    seal?.base,
    seal?.held,
    seal?.load,
  ];
  if (schema === PLAN_SCHEMA && typeof options === 'object' && texts.every((one) => typeof one === 'string'))
    return document as PlanText;
  throw new BrctlError('this file is not a saved plan', {
    kind: 'input',
    code: 'plan.unreadable',
    file: name,
    hint: 'brctl plan catalog.jsonl -o plan.json',
  });
}
