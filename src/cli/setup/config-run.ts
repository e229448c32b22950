import { shownConfig } from '../../config/show.ts';
import { resetVisitorId } from '../../state/visitor.ts';
import type { CommandContext } from '../context.ts';
import { printConfig, printEnvironments, printForgottenVisitor } from '../output/config.ts';

/** Every setting with its origin. */
export async function runConfigShow(context: CommandContext): Promise<number> {
  await printConfig(context.output, shownConfig(await context.config()));
  return 0;
}

/** The environments that -e takes. */
export async function runConfigEnvironments(context: CommandContext): Promise<number> {
  const { environments } = await context.config();
  await printEnvironments(context.output, environments);
  return 0;
}

/** Forgets the visitor id of searches. */
export async function runConfigResetUid({ output, paths }: CommandContext): Promise<number> {
  await resetVisitorId(paths.stateDir);
  await printForgottenVisitor(output);
  return 0;
}
