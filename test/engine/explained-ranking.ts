import { readFileSync } from 'node:fs';
import type { ScorePart } from '../../src/protocol/explanation.ts';

const fixture = <Content>(name: string): Content =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/ranking/${name}.json`, import.meta.url), 'utf8'),
  ) as Content;

/** The catalog with which order is pinned, and what is asked of it. */
export const catalog = fixture<Record<string, unknown>>('catalog');
export const queries = fixture<{ query: string }[]>('queries').map((example) => example.query);

/** The score that its parts make. */
export function scoreOf(parts: readonly ScorePart[]): number {
  return parts.reduce((sum, { effect, value }) => (effect === 'add' ? sum + value : sum * value), 0);
}
