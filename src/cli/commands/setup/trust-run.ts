import path from 'node:path';
import { trustProjectFile } from '../../config/files.ts';
import type { CommandContext } from '../../context.ts';
import { printTrusted } from './config-output.ts';

/** Trusts the project file of a folder as it is now. */
export async function runTrust(context: CommandContext, folder = '.'): Promise<number> {
  await printTrusted(context.output, await trustProjectFile(path.resolve(context.cwd, folder), context));
  return 0;
}
