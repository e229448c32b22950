import { formatCount as count } from '../../../base/wording/amounts.ts';
import type { ExplainDocument, Gate, Neighbour, ScorePart } from '../../../protocol/explanation.ts';
import type { OutputStream } from '../../io.ts';
import { colorState, makeBold } from '../../output/highlight.ts';
import { escapeControls } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';

const MARKS: Readonly<Record<Gate['state'], string>> = {
  passed: '✓',
  failed: '✗',
  unknown: '?',
  skipped: '·',
};
const GATE_WIDTH = 9;
const INDENT = ' '.repeat(2 + GATE_WIDTH);

/** A line a gate; below, where the product stands or would stand, and what its score is made of. */
export function formatExplanation(document: ExplainDocument, to: OutputStream): string {
  const { gates, counterfactuals } = document;
  const visible = gates.filter(({ gate, state }) => gate !== 'feed' || state !== 'skipped');
  const lines = [
    makeBold(escapeControls(formatHeadline(document)), to),
    ...visible.map((gate) => formatGate(gate, to)),
  ];
  if (document.rank !== null) lines.push(...formatStanding(document, INDENT));
  for (const variant of counterfactuals) {
    if (variant.total === null) lines.push(`  ${variant.text}: still not found`);
    else if (variant.rank === null)
      lines.push(`  ${variant.text}: behind the first 1,000 of ${count(variant.total)}`);
    else
      lines.push(
        `  ${variant.text}: rank ${count(variant.rank)} of ${count(variant.total)}, score ${formatScore(variant.score ?? 0)}`,
        ...formatStanding(variant, '    '),
      );
  }
  const fixes = counterfactuals.filter(({ found }) => found).map(({ text }) => text);
  if (document.found === false && fixes.length > 0) lines.push(`  found ${fixes.join(' · ')}`);
  return `${wrapText(lines.map((line) => line.trimEnd()).join('\n'), to)}\n`;
}

function formatHeadline({ product, query, category, view_id: view, found, code }: ExplainDocument): string {
  const subject = category === null ? (query === null ? '' : ` for "${query}"`) : ` in category ${category}`;
  const seen = view === null ? '' : `, view ${view}`;
  const why =
    code === null || code === 'explain.found'
      ? ''
      : ` (${code.replace('explain.', '').replaceAll('_', ' ')})`;
  const verdict = found === null ? 'NOT KNOWN' : found ? 'FOUND' : 'NOT FOUND';
  return `${product}${subject}${seen} — ${verdict}${why}`;
}

function formatGate({ gate, state, message, code }: Gate, to: OutputStream): string {
  const text = escapeControls(message) + (code === undefined ? '' : `   ${code}`);
  return `${colorState(MARKS[state], to)} ${gate.padEnd(GATE_WIDTH)}${text}`;
}

type RankedScore = Pick<ExplainDocument, 'score' | 'parts' | 'above'>;

function formatStanding({ score, parts, above }: RankedScore, indent: string): string[] {
  const lines =
    score === null || parts.length === 0
      ? []
      : [`${indent}score ${formatScore(score)} = ${formatParts(parts, score)}`];
  if (above !== null) lines.push(`${indent}${escapeControls(formatAbove(above))}`);
  return lines;
}

const PART_NAMES: Readonly<Record<ScorePart['part'], string>> = {
  word: '',
  all_words: 'all words',
  id: 'id is the query',
  title: 'title bonus',
  boost: 'boost',
  base: 'every product',
};

/** The parts as what each adds, rounded so that the printed ones add up to the printed score. */
function formatParts(parts: readonly ScorePart[], score: number): string {
  let sum = 0;
  const added = parts.map(({ effect, value }) => {
    const amount = effect === 'add' ? value : sum * (value - 1);
    sum += amount;
    return amount;
  });
  const cents = apportion(added, Math.round(score * 100));
  return parts
    .map((part, index) => {
      const factor = part.effect === 'multiply' ? ` (× ${formatScore(part.value)})` : '';
      return escapeControls(`${namePart(part)} ${formatScore((cents[index] ?? 0) / 100)}${factor}`);
    })
    .join(' + ')
    .replaceAll('+ -', '- ');
}

function namePart({ part, word }: Pick<ScorePart, 'part' | 'word'>): string {
  return word ?? PART_NAMES[part];
}

/** Whole numbers near the amounts (in hundredths) that add up to a total: those cut most get the rest. */
function apportion(amounts: readonly number[], total: number): number[] {
  const floors = amounts.map((amount) => Math.floor(amount * 100));
  const missing = total - floors.reduce((sum, floor) => sum + floor, 0);
  const byRest = amounts
    .map((amount, index) => ({ at: index, rest: amount * 100 - (floors[index] ?? 0) }))
    .sort((a, b) => b.rest - a.rest);
  for (let count = 0; count < missing; count++) {
    const { at = 0 } = byRest[count % byRest.length] ?? {};
    floors[at] = (floors[at] ?? 0) + 1;
  }
  return floors;
}

function formatAbove({ id, decision }: Neighbour): string {
  if (decision.by === 'id') return `behind ${id} by the order of ids`;
  if (decision.by === 'sort') return `behind ${id} by ${decision.field}`;
  const lead = decision.lead < 0.005 ? 'less than 0.01' : formatScore(decision.lead);
  return `behind ${id} by ${lead}: its ${namePart(decision)}${decision.word === undefined ? '' : ' counts more'}`;
}

function formatScore(value: number): string {
  return value.toFixed(2);
}
