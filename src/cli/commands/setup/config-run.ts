import { resetVisitorId } from '../../../client/state/visitor.ts';
import type { Config } from '../../config/config.ts';
import { SECRETS, SETTINGS, type SecretName, type SettingName } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { printConfig, printEnvironments, printForgottenVisitor, type ShownConfig } from './config-output.ts';

/** Every setting with its origin. */
export async function runConfigShow(context: CommandContext): Promise<number> {
  await printConfig(context.output, shownConfig(await context.config()));
  return 0;
}

/** Every setting with its origin, in the order of the settings table; secrets are masked here, not in the printer. */
function shownConfig(config: Config): ShownConfig {
  const names = [...Object.keys(SETTINGS), ...Object.keys(SECRETS)] as (SettingName | SecretName)[];
  const settings = names.map((name) => {
    const value = config.get(name) ?? null;
    const origin = config.origin(name) ?? null;
    return { name, value: value !== null && name in SECRETS ? '***' : value, origin };
  });
  return { environment: config.environment, files: config.files, settings };
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
