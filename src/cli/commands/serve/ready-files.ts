import { rm } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, messageOf } from '../../../base/errors.ts';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { mkdirp } from '../../../base/files/mkdirp.ts';
import type { FrontEndReady, ReadyObject } from '../../../server/ready-object.ts';
import { isDiscoverable, localServiceFile } from '../../config/local.ts';
import type { CommandContext } from '../../context.ts';
import { readyDocument } from './serve-output.ts';
import type { ServePlan } from './serve-plan.ts';

/**
 * Writes the files that tell where the service is: the ready file, and those by which the environment `local`, or another name, finds
 * it. Without the latter the service is as good, so a state folder that cannot be written is a warning.
 * @returns the files that are to go when the service ends
 * @throws BrctlError `config` for a ready file that cannot be written
 */
export async function writeReadyFiles(
  context: CommandContext,
  plan: ServePlan,
  ready: readonly (ReadyObject | FrontEndReady)[],
  readyFile: string | undefined,
): Promise<string[]> {
  const found = plan.isFound ? ready.filter(({ env }) => isDiscoverable(env.BRCTL_ENV ?? '')) : [];
  // First, since the ready file says that everything is in place.
  const passing: string[] = [];
  for (const one of found) passing.push(...(await writeLocalFile(context, plan, one)));
  if (readyFile === undefined) return passing;
  try {
    await writeKeyFile(readyFile, readyDocument(ready));
  } catch (error) {
    throw unwritable(readyFile, error);
  }
  return [...passing, readyFile];
}

async function writeLocalFile(
  { paths, output }: CommandContext,
  { inMemory }: ServePlan,
  ready: ReadyObject | FrontEndReady,
): Promise<string[]> {
  const environment = ready.env.BRCTL_ENV ?? 'local';
  const file = localServiceFile(paths, environment);
  try {
    await writeKeyFile(file, ready);
    // Keys that are kept stay good for the next start; those in memory are gone with it.
    return inMemory ? [file] : [];
  } catch (error) {
    output.warn(
      `other brctl commands will not find this service as the environment ${environment}: ${messageOf(error)}`,
    );
    return [];
  }
}

/**
 * Removes a ready file of an earlier run: it would say ready too soon.
 * @throws BrctlError `config` where no file can be put there
 */
export async function clearReadyFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw unwritable(file, error);
  }
}

async function writeKeyFile(file: string, document: object): Promise<void> {
  await mkdirp(path.dirname(file), 0o700);
  await writeFileAtomically(file, `${JSON.stringify(document)}\n`, 0o600);
}

function unwritable(file: string, cause: unknown): BrctlError {
  return new BrctlError('the ready file cannot be written', {
    kind: 'config',
    code: 'serve.ready_file',
    file,
    why: messageOf(cause),
    cause,
  });
}
