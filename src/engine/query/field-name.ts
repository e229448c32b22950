import type { TokenReader } from './token-reader.ts';
import type { Token } from './tokenizer.ts';

const OPERATORS = new Set(['AND', 'OR', 'NOT']);

/**
 * Reads `field :`. Names of attributes may hold spaces (doc: public-facts B4): the name is in quotes, or every word up to the
 * colon belongs to it; space around the colon is tolerated (doc: public-facts C2).
 */
export function readField(reader: TokenReader): string {
  const quoted = reader.takeIf('quoted');
  if (quoted !== undefined) {
    if (quoted.text.trim() === '') reader.fail('Expected the name of a field', quoted);
    reader.expect(':', `Expected a colon after "${quoted.text}"`);
    return quoted.text.trim();
  }
  const words: Token[] = [];
  while (reader.next.kind === 'word' && !OPERATORS.has(reader.next.text)) words.push(reader.take());
  if (words.length === 0) reader.fail('Expected the name of a field');
  reader.expect(':', `Expected a colon after "${words.map((word) => word.text).join(' ')}"`);
  return words.map((word) => word.text).join(' ');
}

/**
 * The names in comma lists and repeated parameters (`fl`, `facet.range`, `stats.field`), each once, in order; empty
 * entries are skipped as storefronts send them (doc: public-facts C1, G "stats.field, several").
 */
export function parseFieldList(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
