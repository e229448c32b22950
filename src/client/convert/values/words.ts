/** A file of `words/`: by language and meaning, alternatives between bars; in front a text that explains them. */
type WordFile = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const listLanguages = (file: WordFile) =>
  Object.values(file).filter((language) => typeof language !== 'string');

/** Words of all languages for a meaning, with bars between. */
function joinWords(file: WordFile, meaning: string): string {
  const texts = listLanguages(file).map((language) => language[meaning]);
  return texts.filter((text) => text !== undefined).join('|');
}

export function listWords(file: WordFile, meaning: string): string[] {
  const words = joinWords(file, meaning);
  return words === '' ? [] : words.split('|');
}

/** The meaning of each word, in whatever language. */
export function indexWords(file: WordFile): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const language of listLanguages(file))
    for (const [meaning, words] of Object.entries(language))
      for (const word of words.split('|')) index.set(word, meaning);
  return index;
}

/** A regular expression of a pattern with meanings in braces, in whose place their words stand; nothing matches a meaning without words. */
export function compileWords(file: WordFile, pattern: string, flags = 'u'): RegExp {
  const text = pattern.replaceAll(
    /\{([a-z_]+)\}/g,
    (_, meaning: string) => joinWords(file, meaning) || '(?!)',
  );
  return new RegExp(text, flags);
}
