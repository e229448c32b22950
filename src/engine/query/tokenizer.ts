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

const PUNCTUATION = '()[]:';
const WHITESPACE = ' \t\r\n\u00a0';

/**
 * Cuts a filter into tokens. `\"` and `\\` stand for themselves in quotes and in bare words; any other escape
 * keeps the character that follows (doc: public-facts C2).
 *
 * @throws BrctlError `query.syntax` for an open quote, a lone backslash or a control character
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (WHITESPACE.includes(character)) {
      at++;
      continue;
    }
    const token = readToken(text, at, character);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, start: number, character: string): Token {
  if (PUNCTUATION.includes(character)) {
    return { kind: character as TokenKind, text: character, start, end: start + 1 };
  }
  return character === '"' ? readQuoted(text, start) : readWord(text, start);
}

function readQuoted(text: string, start: number): Token {
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') return { kind: 'quoted', text: value, start, end: at + 1 };
    if (character === '\\') at++;
    value += readCharacter(text, at);
    at++;
  }
  throw syntaxError(text, start, 'Expected a closing quote for the one');
}

function readWord(text: string, start: number): Token {
  let value = '';
  let at = start;
  while (at < text.length && !endsWord(text.charAt(at))) {
    if (text.charAt(at) === '\\') at++;
    value += readCharacter(text, at);
    at++;
  }
  return { kind: 'word', text: value, start, end: at };
}

function endsWord(character: string): boolean {
  return WHITESPACE.includes(character) || PUNCTUATION.includes(character) || character === '"';
}

function readCharacter(text: string, at: number): string {
  if (at >= text.length) throw syntaxError(text, at - 1, 'Expected a character after the backslash');
  const character = text.charAt(at);
  if (character < ' ' && character !== '\t') throw syntaxError(text, at, 'Unexpected control character');
  return character;
}
