import path from 'node:path';
import { checkStart, writeStarterFile } from '../../config/starter.ts';
import { ask } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import { printInit } from '../output/config.ts';

/** The options of `brctl init`. */
export interface InitFlags {
  accountId?: string;
  catalog?: string;
  force?: boolean;
}

const QUESTIONS = [
  ['accountId', "the merchant's account"],
  ['catalog', 'catalog name'],
] as const;

/** Writes a `.brctlrc`; asks for what no option told, where there is somebody to ask. */
export async function runInit(
  context: CommandContext,
  environment: string,
  flags: InitFlags,
): Promise<number> {
  const file = path.resolve(context.cwd, '.brctlrc');
  checkStart(file, environment, flags.force === true);
  const missing = QUESTIONS.filter(([option]) => flags[option] === undefined);
  const answers = await ask(
    context,
    missing.map(([, question]) => `${question} (Enter to fill it in later)`),
  );
  const answered = Object.fromEntries(missing.map(([option], at) => [option, answers[at]]));
  const { accountId, catalog } = { ...flags, ...answered };
  await writeStarterFile(file, { environment, accountId, catalog });
  await printInit(context.output, { file, environment });
  return 0;
}
