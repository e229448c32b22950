import { formatCount as count, pluralize } from '../../../base/wording/amounts.ts';
import { ellipsize } from '../../../base/wording/ellipsize.ts';
import type { AnswerSummary } from '../../../rehearse/observation.ts';
import type { RehearsalReport } from '../../../rehearse/rehearse.ts';
import type {
  BlamedChange,
  ChangedAttribute,
  Check,
  FacetChange,
  Move,
  QueryReport,
  RankingMetrics,
  Sides,
} from '../../../rehearse/report/rehearsal-report.ts';

export interface NamedRehearsal {
  /** The new catalog, as the user named it. */
  source: string;
  queries: string;
  report: RehearsalReport;
}

/** Items that are shown of a list; `--json` has all. */
export const SHOWN = 5;
/** Characters of a value that are shown, where nothing says how much room there is. */
export const SHOWN_CHARACTERS = 32;

/** Is there anything to tell of a query? Only what the change brings is. */
export function isReportable({ verdict, answer, facets, checks }: QueryReport): boolean {
  const { before, after } = answer;
  const isOther =
    before !== undefined && (before.total !== after.total || describe(before) !== describe(after));
  const isOld = before !== undefined && checks.some((check) => check.verdict === 'failed-before');
  return verdict !== 'unchanged' || facets.length > 0 || isOther || isOld;
}

/** Remarks on a query below its figures, as labels and texts; lists have at most this many entries. */
export function listRemarks(
  { checks, moves, facets, blame }: QueryReport,
  max: number,
  characters?: number,
): [label: string, text: string][] {
  const joinItems = (label: string, items: readonly string[]): [string, string][] =>
    items.length === 0 ? [] : [[label, formatList(items, max)]];
  return [
    ...selectChecks(checks).map((check): [string, string] => [CHECK_LABELS[check.verdict], check.why]),
    ...joinItems('moved', moves.map(formatMove)),
    ...joinItems('facets', facets.map(formatFacet)),
    ...blame.slice(0, max).map((change): [string, string] => ['because', formatBlame(change, characters)]),
  ];
}

export function selectChecks(checks: readonly Check[]): Check[] {
  return checks.filter(({ verdict }) => verdict !== 'passed');
}

const CHECK_LABELS: Readonly<Record<Check['verdict'], string>> = {
  passed: 'passes',
  failed: 'fails',
  'failed-before': 'as before',
  inconclusive: 'unclear',
};

/** `58 -> 57 found, overlap 0.71, partial matches included now` */
export function formatFigures({ answer, overlap }: QueryReport): string {
  const { before, after } = answer;
  const was = before === undefined || before.total === after.total ? '' : `${count(before.total)} -> `;
  const remarks = describe(after);
  const hadOthers = before !== undefined && describe(before) !== remarks;
  return [
    `${was}${count(after.total)} found`,
    ...(overlap === undefined ? [] : [`overlap ${overlap.toFixed(2)}`]),
    ...(remarks === '' ? [] : [remarks]),
    ...(hadOthers && describe(before) !== '' ? [`before: ${describe(before)}`] : []),
  ].join(', ');
}

function describe({ isRelaxed, correctedTo }: AnswerSummary): string {
  const corrected = correctedTo === null ? [] : [`corrected to "${correctedTo}"`];
  return [...corrected, ...(isRelaxed ? ['partial matches included'] : [])].join(', ');
}

/** `SF-9 1 -> 17`, `SF-9 1 -> gone`, `SF-3 new at 2` */
function formatMove({ id, before, after }: Move): string {
  if (before === null) return `${id} new at ${after}`;
  return `${id} ${before} -> ${after ?? 'gone'}`;
}

/** `color lost grey, blue`, `brand: shares moved by 31 %` */
function formatFacet({ field, lost, shift }: FacetChange): string {
  if (lost.length === 0) return `${field}: shares moved by ${Math.round(shift * 100)} %`;
  return `${field} lost ${lost.slice(0, SHOWN).join(', ')}${formatMore(lost.length - SHOWN)}`;
}

/**
 * `SF-9, line 1,042: price 699 -> 0`, `OLD-1 is missing from the feed`
 * @param characters of a value that are shown
 */
function formatBlame({ id, kind, line, attributes }: BlamedChange, characters = SHOWN_CHARACTERS): string {
  if (kind === 'removed') return `${id} is missing from the feed`;
  const where = line === undefined ? id : `${id}, line ${count(line)}`;
  if (kind === 'added') return `${where}: is new`;
  const texts = attributes.slice(0, SHOWN).map((attribute) => formatAttribute(attribute, characters));
  return `${where}: ${texts.join('; ')}${formatMore(attributes.length - texts.length)}`;
}

const formatMore = (hidden: number) => (hidden > 0 ? ` and ${count(hidden)} more` : '');

/** `a; b; and 3 more` */
function formatList(items: readonly string[], max: number): string {
  const more = formatMore(items.length - max);
  return items.slice(0, max).join('; ') + (more && `;${more}`);
}

function formatAttribute(
  { name, old = 'nothing', new: now = 'nothing' }: ChangedAttribute,
  characters: number,
): string {
  return `${name} ${ellipsize(old, characters)} -> ${ellipsize(now, characters)}`;
}

/** Summary: labels, and figures before and after. */
export function formatSummary({ top, isCompared, summary }: RehearsalReport): [string, string][] {
  const { queries, failed, inconclusive, moved, failedBefore, overlap, judged } = summary;
  const lines: Readonly<Record<string, string | undefined>> = {
    queries: `${count(queries)}: ${count(failed)} failed, ${count(inconclusive)} unclear, ${count(moved)} moved in their first ${top}`,
    'as before':
      failedBefore > 0
        ? `${pluralize(failedBefore, 'expectation')} failed on the live catalog already`
        : undefined,
    overlap: overlap?.toFixed(3),
    ...formatMetrics(judged, top),
    'no result': formatChange(summary.zeroResults),
    relaxed: formatChange(summary.relaxed),
    corrected: formatChange(summary.corrected),
    facets: summary.facetValuesLost > 0 ? `${pluralize(summary.facetValuesLost, 'value')} lost` : undefined,
    note: isCompared ? undefined : 'no earlier catalog: only the expectations on the new one were checked',
  };
  return Object.entries(lines).filter((line): line is [string, string] => line[1] !== undefined);
}

const METRICS: readonly [keyof RankingMetrics, string][] = [
  ['ndcg', 'nDCG'],
  ['precision', 'P'],
  ['recall', 'recall'],
  ['reciprocalRank', 'MRR'],
  ['judgedShare', 'judged'],
];

function formatMetrics(judged: Sides<RankingMetrics> | undefined, top: number) {
  const lines = METRICS.map(([name, title]) => {
    const before = judged?.before?.[name].toFixed(3);
    return [
      `${title}@${top}`,
      judged && `${before === undefined ? '' : `${before} -> `}${judged.after[name].toFixed(3)}`,
    ];
  });
  return Object.fromEntries(lines) as Record<string, string | undefined>;
}

/** Undefined where there is none on either side. */
function formatChange({ before, after }: Sides<number>): string | undefined {
  if ((before ?? 0) === 0 && after === 0) return undefined;
  return before === undefined ? count(after) : `${count(before)} -> ${count(after)}`;
}
