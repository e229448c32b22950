export interface JsonToken {
  kind: 'name' | 'text' | 'value' | 'mark';
  text: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/**
 * JSON in lines with two spaces for a level, in coloured pieces. It works on the text: numbers keep their digits, and what
 * was cut off in the middle is shown as far as it goes.
 */
export function tokenizeJson(text: string): JsonToken[] {
  const words = text.match(TOKEN) ?? [];
  const tokens: JsonToken[] = [];
  let depth = 0;
  const breakLine = () => tokens.push({ kind: 'mark', text: `\n${'  '.repeat(Math.min(depth, 40))}` });
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (word === '}' || word === ']') {
      depth = Math.max(0, depth - 1);
      if (words[index - 1] !== '{' && words[index - 1] !== '[') breakLine();
    }
    tokens.push({ kind: classify(word, next), text: word === ':' ? ': ' : word });
    if (word === '{' || word === '[') {
      depth += 1;
      if (next !== '}' && next !== ']') breakLine();
    } else if (word === ',') breakLine();
  }
  return tokens;
}

function classify(word: string, next: string | undefined): JsonToken['kind'] {
  if (word.startsWith('"')) return next === ':' ? 'name' : 'text';
  return /\w/.test(word) ? 'value' : 'mark';
}

/** JSON Lines are shown line by line, each as it came; anything else that begins so is taken for JSON. */
export function isLikelyJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && !/\}\s*\n\s*\{/.test(text);
}
