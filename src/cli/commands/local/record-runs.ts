import type { CommandContext } from '../../context.ts';
import { type LocalService, withLocalService } from '../../shared/local-service.ts';
import {
  printRecord,
  printRecordHistory,
  type RecordDocument,
  type RecordHistoryDocument,
} from './record-output.ts';

/** `brctl local record`: one record as the service has it, or had it. */
export async function runRecord(
  context: CommandContext,
  id: string,
  { at }: { at?: string },
): Promise<number> {
  return await withLocalService(context, async (service) => {
    const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
    const document = await service.ask(`${pathOf(service, id)}${query}`, `record ${id}`, 'brctl.record/1');
    await printRecord(context.output, document as unknown as RecordDocument);
    return 0;
  });
}

/** `brctl local history`: what has happened to a record, newest first. */
export async function runHistory(
  context: CommandContext,
  id: string,
  { limit }: { limit: number },
): Promise<number> {
  return await withLocalService(context, async (service) => {
    const path = `${pathOf(service, id)}/history?limit=${limit}`;
    const document = await service.ask(path, `record ${id}`, 'brctl.record-history/1');
    await printRecordHistory(context.output, document as unknown as RecordHistoryDocument);
    return 0;
  });
}

function pathOf({ catalog }: LocalService, id: string): string {
  return `catalogs/${encodeURIComponent(catalog())}/records/${encodeURIComponent(id)}`;
}
