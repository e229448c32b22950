import { stat } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../../../base/errors.ts';
import type { RunTempFiles } from '../../../base/files/run-files.ts';
import { readHead } from '../../../client/delivery/file-head.ts';
import type { CommandContext } from '../../context.ts';
import { type CatalogArea, withCatalogArea } from '../../shared/catalog-area.ts';
import { refuseStdinTwice } from '../../shared/file-operands.ts';
import { createRunFilesFor, prepareCatalog, prepareOperations } from '../../shared/operations-file.ts';
import type { PushFlags, PushRequest } from '../../shared/push-setup.ts';

export interface PushInput extends Pick<PushRequest, 'source' | 'file' | 'flags'> {
  service: CatalogArea;
  runFiles: RunTempFiles;
}

/** Runs `work` with the catalog as operations, and with the service that it is meant for. */
export async function withPushInput(
  context: CommandContext,
  source: string,
  allFlags: PushFlags,
  work: (input: PushInput) => Promise<number>,
): Promise<number> {
  refuseStdinTwice([source, allFlags.base ?? '']);
  const runFiles = createRunFilesFor(context);
  try {
    if (allFlags.from === undefined) await refuseXml(context, source);
    const file = await prepareCatalog(context, source, allFlags, runFiles);
    const { base, inputFormat } = allFlags;
    const flags =
      base === undefined
        ? allFlags
        : { ...allFlags, base: await prepareOperations(context, base, inputFormat, runFiles) };
    return await withCatalogArea(context, (service) => work({ service, runFiles, source, file, flags }));
  } finally {
    await runFiles.clear();
  }
}

/** A feed in place of a catalog is told by its first word, not by a list of what is wrong with its lines. */
async function refuseXml(context: CommandContext, source: string): Promise<void> {
  const file = path.resolve(context.cwd, source);
  // A pipe can be read once only.
  const isFile = source !== '-' && (await stat(file).catch(() => undefined))?.isFile();
  if (!isFile) return;
  const { text } = await readHead(file);
  if (!/^\uFEFF?\s*</.test(text.toString('utf8', 0, 1_024))) return;
  throw new BrctlError('this is XML, not a catalog', {
    kind: 'input',
    code: 'input.xml',
    file: source,
    why: 'a catalog has one JSON operation a line; convert a shop feed first',
    hint: `${context.commandLineWith('--from', 'google')} for a Google feed; the others: brctl convert --help`,
  });
}
