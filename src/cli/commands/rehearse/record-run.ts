import { BrctlError } from '../../../base/errors.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import {
  extractQueries,
  parseQueryList,
  printQueries,
  type RecordedQuery,
} from '../../../rehearse/queries/record-queries.ts';
import type { CommandContext } from '../../context.ts';
import { writeAtomically } from '../../shared/atomic-output.ts';
import { readAllText } from '../../shared/file-operands.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { usageError } from '../../usage-error.ts';

export async function recordQueries(
  context: CommandContext,
  list: string | undefined,
  { fromLog, output }: { fromLog?: boolean; output?: string },
): Promise<void> {
  if ((list === undefined) === (fromLog !== true))
    throw usageError(
      'usage.missing_argument',
      'nothing to record: pass a list of queries or --from-log',
      'brctl rehearse --record searches.txt -o queries.yaml; brctl rehearse --record --from-log -o queries.yaml',
    );
  const met = fromLog
    ? await askedOfService(context)
    : parseQueryList(await readAllText(context, list ?? '-'));
  if (met.length === 0)
    throw new BrctlError('there is no search to record', {
      kind: 'input',
      code: 'queries.none',
      hint: fromLog
        ? 'ask the running service something first: brctl search lamp'
        : 'write one query a line; a number behind a tab says how often it is asked',
    });
  const isLines = context.output.json || /\.(jsonl|ndjson)(\.gz)?$/.test(output ?? '');
  const text = printQueries(met, isLines ? 'jsonlines' : 'yaml');
  await writeAtomically(context, output, (sink) => sink(Buffer.from(text)));
  context.output.note(`recorded ${pluralize(met.length, 'query')}`);
}

async function askedOfService(context: CommandContext): Promise<RecordedQuery[]> {
  return await withLocalService(context, async ({ get }) => {
    const path = 'requests?operation=get-search&status=200';
    const { requests } = await get(path, 'the request log', { requests: [{ url: 'string' }] });
    return extractQueries((requests as { url: string }[]).map(({ url }) => url));
  });
}
