import { formatCount as count, formatBytes, pluralize, withAges } from '../../../base/wording/amounts.ts';
import type { ChangeKind, Changes } from '../../../client/delivery/push/changes.ts';
import { type GuardVerdict, listExamples } from '../../../client/delivery/push/guard-verdict.ts';
import { nameLoad, type Plan } from '../../../client/delivery/push/plan.ts';
import type { OutputStream } from '../../io.ts';
import { measureRoom, measureWidest, padToWidth } from '../../output/display-width.ts';
import { colorState } from '../../output/highlight.ts';
import { code, escapeText, renderMarkdownTable } from '../../output/markup.ts';
import type { RenderedResult } from '../../output/output.ts';
import { escapeControls, type JsonValue, toSnakeCase } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';

const SHOWN_ATTRIBUTES = 10;
/** Characters of a value that are shown, and on a wide terminal. */
const SHOWN_CHARACTERS = 24;
const MAX_CHARACTERS = 72;
/** Columns of a line with two values that are not theirs: the product, the arrow, ellipses. */
const BESIDE_VALUES = 28;
/** Characters before the first that differs, where the beginning of two values is left out. */
const SHOWN_BEFORE = 8;
const NAME_COLUMNS = 13;

const VANISHED = { unavailable: 'unavailable', remove: 'removed', ignore: 'missing, left unchanged' };
const KINDS: readonly [ChangeKind, string][] = [
  ['added', 'added'],
  ['removed', 'missing'],
  ['newlyUnavailable', 'sold out'],
  ['newlyAvailable', 'back'],
  ['priceLeaps', 'price ×5, ÷5'],
];

/** Rows of a plan for each of its printers. */
function listRows({ changes, carried, missing, losses }: Plan) {
  const as = missing === 'unavailable' ? 'as unavailable' : 'as they were';
  const [are, them] = carried === 1 ? ['is', 'it'] : ['are', 'them'];
  const text = `${pluralize(carried, 'product')} missing from the catalog ${are} also sent, ${as}; otherwise the full load would delete ${them}`;
  return {
    attributes: changes?.attributes.slice(0, SHOWN_ATTRIBUTES) ?? [],
    kinds: KINDS.flatMap(([kind, name]) => {
      const products = changes?.[kind] ?? 0;
      return products === 0 ? [] : [{ name, products, examples: changes?.examples[kind] ?? [] }];
    }),
    notes: carried > 0 ? [...losses, text] : losses,
  };
}

export interface PlanPrintOptions {
  /** A push that sends nothing prints its own document. */
  command: 'plan' | 'push';
  format: 'text' | 'markdown';
  /** The load to the letter. */
  requests: readonly string[];
  now: Date;
}

export function renderPlan(
  named: NamedPlan,
  { command, format, requests, now }: PlanPrintOptions,
): RenderedResult {
  return {
    document:
      command === 'plan'
        ? toPlanDocument(named)
        : { ...toPlanDocument(named), schema: 'brctl.push/1', dry_run: true },
    forPeople: (stdout) =>
      format === 'markdown' ? formatPlanMarkdown(named) : formatPlanText(named, requests, now, stdout),
  };
}

function formatPlanText(named: NamedPlan, requests: readonly string[], now: Date, to: OutputStream): string {
  const { plan, source, catalog, environment } = named;
  const { attributes, kinds, notes } = listRows(plan);
  const nameColumns = measureWidest(['x'.repeat(NAME_COLUMNS), ...attributes.map(({ name }) => name)]);
  const room = measureRoom(to, BESIDE_VALUES, SHOWN_CHARACTERS, MAX_CHARACTERS);
  const hidden = (plan.changes?.attributes.length ?? 0) - attributes.length;
  const lines = [
    `${source} to ${catalog} in ${environment}`,
    ...formatSection(
      'changed',
      attributes.flatMap((attribute) => formatAttributes(attribute, { room, nameColumns })),
    ),
    ...(hidden > 0 ? [`    and ${pluralize(hidden, 'attribute')} more (--json)`] : []),
    ...formatSection('products', kinds.map(formatKind)),
    ...formatSection('warnings', formatWarnings(plan)),
    '',
    formatRow('why', plan.why),
    ...notes.map((note) => formatRow('note', note)),
    formatRow('service', `has ${to.isTty ? withAges(plan.held, now.getTime()) : plan.held}`),
  ];
  const codeColumns = measureWidest(plan.guards.map((guard) => guard.code));
  const guards = plan.guards.flatMap((guard) => guardLines(guard, codeColumns, to));
  // The most important lines come last, at the end of the terminal.
  const summary = ['', `  ${renderHeadline(plan)}`, formatRow('send', describeSending(plan))];
  const warnings = [...lines.map(escapeControls), ...guards];
  const all = [
    ...warnings,
    ...requests.flatMap((request) => ['', request.trimEnd()]),
    ...summary.map(escapeControls),
  ];
  return `${wrapText(all.join('\n'), to)}\n`;
}

/** `+ 4 added  ~ 28 changed  - 3 unavailable  = 265 unchanged` */
function renderHeadline({ changes, products, missing }: Plan): string {
  if (changes === undefined)
    return `+ ${pluralize(products, 'product')} (no earlier catalog to compare with)`;
  const { added, changed, removed, unchanged } = changes;
  return [
    `+ ${count(added)} added`,
    `~ ${count(changed)} changed`,
    `- ${count(removed)} ${VANISHED[missing]}`,
    `= ${count(unchanged)} unchanged`,
  ].join('  ');
}

/** `delta by payload, 28 operations in 1 job, 3.1 kB` */
export function describeSending(plan: Plan): string {
  if (plan.jobs === 0) return 'nothing to do';
  return `${nameLoad(plan)}, ${pluralize(plan.operations, 'operation')} in ${pluralize(plan.jobs, 'job')}, ${formatBytes(plan.bytes)}`;
}

function formatRow(name: string, text: string): string {
  return `  ${name.padEnd(NAME_COLUMNS)}${text}`;
}

function formatSection(title: string, lines: readonly string[] = []): string[] {
  return lines.length === 0 ? [] : ['', `  ${title}`, ...lines.map((line) => `    ${line}`)];
}

/** Ids beside their attribute; values, where they are known, below it. */
function formatAttributes(
  { name, products, examples }: Changes['attributes'][number],
  { room, nameColumns }: { room: number; nameColumns: number },
): string[] {
  const head = `${padToWidth(name, nameColumns)}  ${pluralize(products, 'product')}`;
  const ids = examples.filter((example) => !hasValues(example)).map(({ product }) => product);
  const values = examples.filter(hasValues).map(({ product, old, new: now }) => {
    const [before, after] = excerptValues(old, now, room);
    return `  ${product.padEnd(NAME_COLUMNS - 2)} ${before} -> ${after}`;
  });
  return [ids.length > 0 ? `${head}: ${ids.join(', ')}` : head, ...values];
}

function hasValues({ old, new: now }: { old?: string; new?: string }): boolean {
  return old !== undefined || now !== undefined;
}

/** Two values, each cut to what there is room for; not before the place where they differ. */
function excerptValues(before = 'nothing', after = 'nothing', room = SHOWN_CHARACTERS): [string, string] {
  const longest = Math.max(before.length, after.length);
  let same = 0;
  while (same < longest && before[same] === after[same]) same++;
  const start = longest <= room ? 0 : Math.max(0, same - SHOWN_BEFORE);
  return [cutExcerptAt(before, start, room), cutExcerptAt(after, start, room)];
}

function cutExcerptAt(text: string, start: number, room: number): string {
  const end = start + room;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
}

function formatKind({ name, products, examples }: ReturnType<typeof listRows>['kinds'][number]): string {
  const ids =
    examples.length === 0 ? '' : `: ${examples.join(', ')}${products > examples.length ? ', …' : ''}`;
  return `${name.padEnd(NAME_COLUMNS)}  ${pluralize(products, 'product')}${ids}`;
}

function formatWarnings({ warnings, problems }: Plan): string[] {
  if (warnings === 0) return [];
  const lines = problems.slice(0, SHOWN_ATTRIBUTES).map(({ product, line, message }) => {
    const where = [line === undefined ? '' : `line ${count(line)}`, product ?? ''].filter(
      (part) => part !== '',
    );
    return where.length === 0 ? message : `${where.join(', ')}: ${message}`;
  });
  const hidden = warnings - lines.length;
  return hidden > 0 ? [...lines, `and ${count(hidden)} more (brctl validate)`] : lines;
}

const MARKS = { passed: 'ok', allowed: 'allowed', refused: 'REFUSED', unknown: 'not known' };

const MARK_COLUMNS = measureWidest(Object.values(MARKS));

function guardLines(guard: GuardVerdict, codeColumns: number, to: OutputStream): string[] {
  const { code, verdict } = guard;
  const isNamed = guard.lines !== undefined || (verdict !== 'passed' && !code.startsWith('guard.'));
  const named = isNamed ? listExamples(guard) : [];
  return [
    formatRow(
      'guard',
      `${colorState(MARKS[verdict], to)}${' '.repeat(MARK_COLUMNS - MARKS[verdict].length)}  ${code.padEnd(codeColumns)}  ${escapeControls(guard.why)}`,
    ),
    ...(named.length > 0 ? [formatRow('', escapeControls(`for example ${named.join(', ')}`))] : []),
  ];
}

/** The plan for a pull request or the summary of a pipeline. */
export function formatPlanMarkdown({ plan, source, catalog, environment }: NamedPlan): string {
  const { attributes, kinds, notes } = listRows(plan);
  const formatExample = (example: (typeof attributes)[number]['examples'][number]) => {
    const [before, after] = excerptValues(example.old, example.new);
    const id = code(example.product);
    return hasValues(example) ? `${id} ${code(before)} → ${code(after)}` : id;
  };
  const lines = [
    `### brctl: ${code(source)} to ${code(catalog)} in ${code(environment)}`,
    '',
    `**${renderHeadline(plan)}**`,
    '',
    `${describeSending(plan)} — ${escapeText(plan.why)}`,
    ...notes.map((note) => `\n> ${escapeText(note)}`),
    ...renderMarkdownTable(
      ['Attribute', 'Products', 'Examples'],
      attributes.map(({ name, products, examples }) => [
        code(name),
        count(products),
        examples.map(formatExample).join('<br>'),
      ]),
    ),
    ...renderMarkdownTable(
      ['Products', 'Count', 'Examples'],
      kinds.map(({ name, products, examples }) => [name, count(products), examples.map(code).join(' ')]),
    ),
    ...renderMarkdownTable(
      ['Guard', 'Verdict', 'Why'],
      plan.guards.map((guard) => {
        const named = guard.lines === undefined ? '' : listExamples(guard).map(code).join(' ');
        const why = [escapeText(guard.why), named].filter((part) => part !== '').join('<br>');
        return [code(guard.code), MARKS[guard.verdict], why];
      }),
    ),
    ...renderMarkdownTable(
      ['Warnings', ''],
      formatWarnings(plan).map((line, index) => [String(index + 1), escapeText(line)]),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

export interface NamedPlan {
  environment: string;
  catalog: string;
  /** As the user named it. */
  source: string;
  plan: Plan;
}

/** Of the document of `brctl plan --json`, and of what a saved plan begins with. */
export const PLAN_SCHEMA = 'brctl.plan/1';

export function toPlanDocument({ environment, catalog, source, plan }: NamedPlan) {
  return { schema: PLAN_SCHEMA, environment, catalog, source, plan: planToJson(plan) };
}

export function planToJson(plan: Plan): { readonly [name: string]: JsonValue } {
  const { changes, bytes, ...others } = plan;
  const { before, after: _, ...counts } = changes ?? {};
  return toSnakeCase({ ...others, productsBefore: before, ...counts, bodyBytes: bytes });
}
