import { complexityError, syntaxError } from './syntax-error.ts';
import { type Token, type TokenKind, tokenize } from './tokenizer.ts';

/** Clauses of one parameter, as many as the query engines of this family allow (assumption: Solr's 1,024). */
const MAX_CLAUSES = 1_024;
/** Parentheses inside parentheses (assumption; deeper filters are not written by people). */
const MAX_DEPTH = 32;

/** A cursor over the tokens of one parameter that also counts what the parser has taken. */
export class TokenReader {
  readonly text: string;
  readonly #tokens: Token[];
  #at = 0;
  #clauses = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.#tokens = tokenize(text);
  }

  get next(): Token {
    // The last token is always `end`, and `take` never goes past it.
    return this.#tokens[this.#at] as Token;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  takeIf(kind: TokenKind): Token | undefined {
    return this.next.kind === kind ? this.take() : undefined;
  }

  /** Takes the next token if it is this bare word, such as `OR`. */
  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.take();
    return true;
  }

  isWord(word: string): boolean {
    return this.next.kind === 'word' && this.next.text === word;
  }

  expect(kind: TokenKind, expected: string): Token {
    return this.takeIf(kind) ?? this.fail(expected);
  }

  /** Takes the minus that a bare word begins with; a negative number keeps its own. */
  takeMinus(): boolean {
    const token = this.next;
    const negative = /^-[\d.]/.test(token.text);
    if (token.kind !== 'word' || this.text.charAt(token.start) !== '-' || negative) return false;
    this.#tokens[this.#at] = { ...token, text: token.text.slice(1), start: token.start + 1 };
    return true;
  }

  /** Counts one test of a field against the limit. */
  countClause(): void {
    if (++this.#clauses > MAX_CLAUSES) throw complexityError('filter clauses', MAX_CLAUSES);
  }

  /** Runs `parse` one level deeper. */
  nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw complexityError('nested parentheses', MAX_DEPTH);
    const result = parse();
    this.#depth--;
    return result;
  }

  fail(expected: string, token: Token = this.next): never {
    throw syntaxError(this.text, token.start, expected);
  }
}
