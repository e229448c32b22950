import type { Spool } from '../../delivery/spool.ts';
import { type CatalogService, withCatalogService } from '../catalog-service.ts';
import type { CommandContext } from '../context.ts';
import { convertedFile } from '../convert/converted-file.ts';
import { refuseStdinTwice } from '../delta/file-operands.ts';
import { operationsFile } from '../operations-file.ts';
import { spoolOf } from '../spool.ts';
import type { PushFlags } from './push-setup.ts';

/** What was asked for, and what it is done with. */
export interface AskedPush {
  service: CatalogService;
  spool: Spool;
  /** As the user named it. */
  source: string;
  /** Where its operations are. */
  file: string;
  flags: PushFlags;
}

/** Runs `work` with the catalog as operations, and with the service that it is meant for. */
export async function withAskedPush(
  context: CommandContext,
  source: string,
  given: PushFlags,
  work: (asked: AskedPush) => Promise<number>,
): Promise<number> {
  refuseStdinTwice([source, given.base ?? '']);
  const spool = spoolOf(context);
  try {
    const place = (named: string) => operationsFile(context, named, given.inputFormat, spool);
    const file =
      given.from === undefined ? await place(source) : await convertedFile(context, source, given, spool);
    const flags = given.base === undefined ? given : { ...given, base: await place(given.base) };
    return await withCatalogService(context, (service) => work({ service, spool, source, file, flags }));
  } finally {
    await spool.clear();
  }
}
