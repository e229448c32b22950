import type { PreparedBody } from '../../delivery/prepare-body.ts';
import { catalogTarget, withCatalogService } from '../catalog-service.ts';
import type { CommandContext } from '../context.ts';
import { printDryRun } from '../output/submit.ts';
import { addressOf, guardOptions } from '../push/push-setup.ts';
import { spoolOf } from '../spool.ts';
import { prepareBodies } from './prepare-bodies.ts';
import { sendBodies } from './send-bodies.ts';
import type { SubmitFlags } from './submit-flags.ts';

/** Prepares, checks, sends, waits when asked to. */
export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<number> {
  const spool = spoolOf(context);
  try {
    const bodies = await prepareBodies(context, file, flags, spool);
    if (flags.mode === 'full') await guardFullLoad(context, bodies, flags);
    if (flags.dryRun) {
      await printDryRun(context.output, catalogTarget(await context.config()), bodies, flags.mode);
      return 0;
    }
    return await withCatalogService(context, (service) => sendBodies(context, service, bodies, flags));
  } finally {
    await spool.clear();
  }
}

/** What a full load takes away is guarded as in a push; files that lie on SFTP cannot be looked into from here. */
async function guardFullLoad(
  context: CommandContext,
  [body]: readonly PreparedBody[],
  flags: SubmitFlags,
): Promise<void> {
  const { output, paths, globals, signal, commandLineWith } = context;
  if (body?.path === undefined) {
    output.note('no guard has looked at this full load: the files are not at hand');
    return;
  }
  const config = await context.config();
  const { baseUrl, accountId, catalog } = catalogTarget(config);
  const { path: file, name: source, operations } = body;
  const { environment } = config;
  const { guardSubmit } = await import('../../delivery/push/guard-submit.ts');
  const { withState } = await import('../state/open-state.ts');
  await withState(context, config, { environment, catalog }, async (state) =>
    guardSubmit(
      {
        options: {
          accountId,
          catalogUrl: addressOf(baseUrl, config.get('apiKey')),
          file,
          source,
          missing: 'remove',
          maxProblems: globals.maxErrors,
          guards: guardOptions(flags),
        },
        folder: await state.look(),
        tempDir: paths.tempDir,
        signal,
        note: (text) => output.note(text),
        warn: (text) => output.warn(text),
        commandLineWith,
      },
      operations,
    ),
  );
}
