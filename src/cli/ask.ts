import { createInterface } from 'node:readline/promises';
import type { CommandContext } from './context.ts';
import { writeText } from './io.ts';

/**
 * What a person answers to each question; undefined for nothing. Asked on stderr, and only where a person sits: stdin and
 * stderr are terminals, and neither --no-input nor --json was given.
 */
export async function ask(
  context: CommandContext,
  questions: readonly string[],
): Promise<(string | undefined)[]> {
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
