import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { checkStart, writeStarterFile } from '../../config/starter.ts';
import type { CommandContext } from '../context.ts';
import { writeText } from '../io.ts';
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

/**
 * What a person answers to each question; undefined for nothing. Asked on stderr, and only where a person sits: stdin and
 * stderr are terminals, and neither --no-input nor --json was given.
 */
async function ask(context: CommandContext, questions: readonly string[]): Promise<(string | undefined)[]> {
  const { io, globals, signal } = context;
  if (!globals.input || globals.json || !io.stdin.isTty || !io.stderr.isTty)
    return questions.map(() => undefined);
  const reader = createInterface({ input: io.stdin.stream, signal });
  const lines = reader[Symbol.asyncIterator]();
  const answers: (string | undefined)[] = [];
  try {
    for (const question of questions) {
      await writeText(io.stderr.stream, `${question}: `);
      const { done, value } = await lines.next();
      signal.throwIfAborted();
      answers.push(done || value.trim() === '' ? undefined : value.trim());
    }
    return answers;
  } finally {
    reader.close();
  }
}
