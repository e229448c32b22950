import { pluralize, withAges } from '../../../base/wording/amounts.ts';
import { formatFigure } from '../../../client/delivery/push/learned-guard.ts';
import { MIN_TRAINING_FEEDS } from '../../../client/profile/baseline-range.ts';
import { type FigureVerdict, judgeFeed } from '../../../client/profile/judge-feed.ts';
import { forgetProfiles, readProfiles } from '../../../client/state/feed-profiles.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { identifyAddress, withCatalogState } from '../../shared/catalog-area.ts';

/** A table of figures: what is usual, what the last feed had, and what lies within the bounds. */
export async function runGuards(context: CommandContext): Promise<void> {
  const { output } = context;
  return await withCatalogState(context, async (place, { environment, catalog }) => {
    const target = readTarget(await context.config());
    const { accepted, exception } = await readProfiles(await place.look(), target);
    const last = exception ?? accepted.at(-1);
    const figures = judgeFeed(last, accepted);
    const json = {
      schema: 'brctl.guards/1',
      environment,
      catalog,
      feeds: accepted.length,
      feeds_needed: MIN_TRAINING_FEEDS,
      first_at: accepted[0]?.at,
      last_at: last?.at,
      last_was_exception: exception !== undefined,
      products: last?.products,
      profiled: last?.profiled,
      figures: figures.map(({ code, name, field, scale, value, usual, low, high }) => ({
        code,
        name,
        field,
        scale,
        usual,
        last: value,
        low: low === undefined ? undefined : Math.max(0, low),
        high,
      })),
    };
    const feeds = `${catalog} in ${environment}: ${pluralize(accepted.length, 'feed')}`;
    const since = last === undefined ? '' : `, the last at ${last.at}`;
    const was = exception === undefined ? '' : ' (accepted as an exception, not in the baseline)';
    const text =
      figures.length === 0
        ? `${feeds} on record. The baseline needs ${MIN_TRAINING_FEEDS}; until then, only the fixed guards check a push`
        : feeds + since + was;
    await output.result(json, (stdout) => {
      const table = renderRows(COLUMNS, figures, stdout);
      if (!stdout.isTty) return table;
      const about = `${wrapText(withAges(text, output.now().getTime()), stdout)}\n`;
      return figures.length === 0 ? about : `${about}\n${table}`;
    });
    if (!output.json && !output.stdout.isTty) output.note(text);
  });
}

/** Where the next feed would go; undefined where that is not configured. */
function readTarget(config: Config) {
  const [accountId, catalogUrl] = [config.get('accountId'), config.get('catalogUrl')];
  if (accountId === undefined || catalogUrl === undefined) return undefined;
  return { accountId, catalogUrl: identifyAddress(catalogUrl.replace(/\/+$/, ''), config.get('apiKey')) };
}

export async function runGuardsForget(context: CommandContext, { last }: { last?: number }): Promise<void> {
  return await withCatalogState(context, async (place, { environment, catalog }) => {
    const { forgotten, left } = await place.withLock(async (folder) => ({
      forgotten: await forgetProfiles(folder, last),
      left: (await readProfiles(folder)).accepted.length,
    }));
    const json = { schema: 'brctl.guards-forget/1', environment, catalog, forgotten, left };
    const text = `${catalog} in ${environment}: ${pluralize(forgotten, 'feed')} forgotten, ${left} left\n`;
    await context.output.result(json, () => text);
  });
}

const COLUMNS: readonly RowColumn<FigureVerdict>[] = [
  { title: 'Code', minor: true, of: ({ code }) => code },
  { title: 'What', flexible: true, of: ({ name }) => name },
  { title: 'Usual', align: 'right', of: ({ scale, usual }) => showFigure(scale, usual) },
  { title: 'Last', align: 'right', of: ({ scale, value }) => showFigure(scale, value) },
  { title: 'At least', align: 'right', of: ({ scale, low }) => showFigure(scale, low && Math.max(0, low)) },
  {
    title: 'At most',
    align: 'right',
    of: ({ scale, high }) => showFigure(scale, scale === 'share' ? high && Math.min(1, high) : high),
  },
];

const showFigure = (scale: FigureVerdict['scale'], figure: number | undefined) =>
  figure === undefined ? '' : formatFigure(scale, figure);
