/** A longer text names nothing that anybody would type. */
export const MAX_PHRASE_WORDS = 5;

const KEYWORDS_END = /, ?| \. /;

export function keywordsOf(text: string): string[] {
  return text.split(KEYWORDS_END);
}
