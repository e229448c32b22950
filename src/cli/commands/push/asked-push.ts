import type { RunFiles } from '../../../base/files/run-files.ts';
import type { CommandContext } from '../../context.ts';
import { type CatalogArea, withCatalogArea } from '../../shared/catalog-area.ts';
import { convertedFile } from '../../shared/converted-file.ts';
import { refuseStdinTwice } from '../../shared/file-operands.ts';
import { tellingRefusals } from '../../shared/guard-refusal.ts';
import { operationsFile, runFilesOf } from '../../shared/operations-file.ts';
import { again, type PushFlags } from '../../shared/push-setup.ts';

/** What was asked for, and what it is done with. */
export interface AskedPush {
  service: CatalogArea;
  runFiles: RunFiles;
  /** As the user named it. */
  source: string;
  /** Where its operations are. */
  file: string;
  flags: PushFlags;
}

/** Runs `work` with the catalog as operations, and with the service that it is meant for; tells what guards refuse. */
export async function withAskedPush(
  context: CommandContext,
  source: string,
  given: PushFlags,
  work: (asked: AskedPush) => Promise<number>,
): Promise<number> {
  refuseStdinTwice([source, given.base ?? '']);
  const runFiles = runFilesOf(context);
  try {
    const place = (named: string) => operationsFile(context, named, given.inputFormat, runFiles);
    const file =
      given.from === undefined ? await place(source) : await convertedFile(context, source, given, runFiles);
    const flags = given.base === undefined ? given : { ...given, base: await place(given.base) };
    return await withCatalogArea(context, (service) =>
      tellingRefusals(
        () => work({ service, runFiles, source, file, flags }),
        (...more) => again(context, service.environment, ...more),
      ),
    );
  } finally {
    await runFiles.clear();
  }
}
