import { syntaxError } from './syntax-error.ts';

/** `word` is anything bare: names, numbers, `*`, `AND`, `-color`. */
export type TokenKind = 'word' | 'quoted' | '(' | ')' | '[' | ']' | ':' | 'end';

export interface Token {
  kind: TokenKind;
  /** Escapes resolved, quotes taken off. */
  text: string;
  /** Where the token starts in the source, in UTF-16 units from 0. */
  start: number;
  end: number;
}

/** Left are a quote that nothing closes, and a backslash at the end. */
const TOKENS =
  /[ \t\r\n\u00a0]+|(?<mark>[()[\]:])|"(?<quoted>(?:[^"\\]|\\.)*)"|(?<word>(?:[^ \t\r\n\u00a0()[\]:"\\]|\\.)+)|(?<left>.)/gs;
const CONTROL = /(?!\t)[^ -\uffff]/;

/**
 * Cuts a filter into tokens. `\"` and `\\` stand for themselves in quotes and in bare words; any other escape
 * keeps the character that follows (doc: public-facts C2).
 *
 * @throws BrctlError `query.syntax` for an open quote, a lone backslash or a control character
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: raw, index: start, groups } of text.matchAll(TOKENS)) {
    const { mark, quoted, word, left } = groups ?? {};
    if (left !== undefined) {
      const expected = left === '"' ? 'a closing quote for the one' : 'a character after the backslash';
      throw syntaxError(text, start, `Expected ${expected}`);
    }
    const value = mark ?? quoted ?? word;
    if (value === undefined) continue;
    const control = raw.search(CONTROL);
    if (control >= 0) throw syntaxError(text, start + control, 'Unexpected control character');
    const kind = mark === undefined ? (quoted === undefined ? 'word' : 'quoted') : (mark as TokenKind);
    tokens.push({ kind, text: value.replace(/\\(.)/gs, '$1'), start, end: start + raw.length });
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return tokens;
}
