import { pluralize, withAges } from '../../../base/wording/amounts.ts';
import { formatFigure } from '../../../client/delivery/push/learned-guard.ts';
import { MIN_TRAINING_FEEDS } from '../../../client/profile/baseline-range.ts';
import { type FigureVerdict, judgeFeed } from '../../../client/profile/judge-feed.ts';
import type { Profile } from '../../../client/profile/profile.ts';
import { forgetProfiles, readProfiles } from '../../../client/state/feed-profiles.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { identifyAddress, withCatalogState } from '../../shared/catalog-area.ts';

interface ForgetFlags {
  last?: number;
}

export async function runGuards(context: CommandContext): Promise<void> {
  return await withCatalogState(context, async (place, of) => {
    const { accepted, exception } = await readProfiles(
      await place.look(),
      feedTarget(await context.config()),
    );
    const last = exception ?? accepted.at(-1);
    const figures = judgeFeed(last, accepted);
    await printGuards(context.output, { ...of, accepted, exception, last, figures });
  });
}

/** Where the next feed would go; undefined where that is not configured. */
function feedTarget(config: Config) {
  const [accountId, catalogUrl] = [config.get('accountId'), config.get('catalogUrl')];
  if (accountId === undefined || catalogUrl === undefined) return undefined;
  return { accountId, catalogUrl: identifyAddress(catalogUrl.replace(/\/+$/, ''), config.get('apiKey')) };
}

export async function runGuardsForget(context: CommandContext, { last }: ForgetFlags): Promise<void> {
  return await withCatalogState(context, async (place, of) => {
    const { forgotten, left } = await place.withLock(async (folder) => ({
      forgotten: await forgetProfiles(folder, last),
      left: (await readProfiles(folder)).accepted.length,
    }));
    await printForgotten(context.output, { ...of, forgotten, left });
  });
}

interface ShownGuards {
  environment: string;
  catalog: string;
  /** Feeds that tell what is usual, oldest first. */
  accepted: readonly Profile[];
  /** The latest feed, where it is not among them. */
  exception: Profile | undefined;
  /** The latest feed of all. */
  last: Profile | undefined;
  figures: readonly FigureVerdict[];
}

const COLUMNS: readonly RowColumn<FigureVerdict>[] = [
  { title: 'Code', minor: true, of: ({ code }) => code },
  { title: 'What', flexible: true, of: ({ name }) => name },
  { title: 'Usual', align: 'right', of: ({ scale, usual }) => shownFigure(scale, usual) },
  { title: 'Last', align: 'right', of: ({ scale, value }) => shownFigure(scale, value) },
  { title: 'At least', align: 'right', of: ({ scale, low }) => shownFigure(scale, low && Math.max(0, low)) },
  { title: 'At most', align: 'right', of: ({ scale, high }) => shownFigure(scale, atMost(scale, high)) },
];

const shownFigure = (scale: FigureVerdict['scale'], figure: number | undefined) =>
  figure === undefined ? '' : formatFigure(scale, figure);

const atMost = (scale: FigureVerdict['scale'], high: number | undefined) =>
  scale === 'share' && high !== undefined ? Math.min(1, high) : high;

/** A table of figures: what is usual, what the last feed had, and what lies within the bounds. */
async function printGuards(output: Output, shown: ShownGuards): Promise<void> {
  const { environment, catalog, accepted, exception, last, figures } = shown;
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
  const said = figures.length === 0 ? tooFew(shown) : heading(shown);
  const about = output.stdout.isTty ? withAges(said, output.now().getTime()) : said;
  await output.result(json, (stdout) => {
    if (figures.length === 0 && stdout.isTty) return `${wrapText(about, stdout)}\n`;
    const table = renderRows(COLUMNS, figures, stdout);
    return stdout.isTty ? `${wrapText(about, stdout)}\n\n${table}` : table;
  });
  if (!output.json && !output.stdout.isTty) output.note(about);
}

async function printForgotten(
  output: Output,
  {
    environment,
    catalog,
    forgotten,
    left,
  }: Pick<ShownGuards, 'environment' | 'catalog'> & {
    forgotten: number;
    left: number;
  },
): Promise<void> {
  const json = { schema: 'brctl.guards-forget/1', environment, catalog, forgotten, left };
  await output.result(
    json,
    () => `${catalog} in ${environment}: ${pluralize(forgotten, 'feed')} forgotten, ${left} left\n`,
  );
}

function heading({ environment, catalog, accepted, exception, last }: ShownGuards): string {
  const since = last === undefined ? '' : `, the last at ${last.at}`;
  const was = exception === undefined ? '' : ' (accepted as an exception, not in the baseline)';
  return `${catalog} in ${environment}: ${pluralize(accepted.length, 'feed')}${since}${was}`;
}

function tooFew({ environment, catalog, accepted }: ShownGuards): string {
  return `${catalog} in ${environment}: ${pluralize(accepted.length, 'feed')} on record. The baseline needs ${MIN_TRAINING_FEEDS}; until then, only the fixed guards check a push`;
}
