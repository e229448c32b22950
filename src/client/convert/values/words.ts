/** A file of `words/`: by language and meaning, alternatives between bars; in front a text that explains them. */
type WordFile = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const listLanguages = (file: WordFile) =>
  Object.values(file).filter((language) => typeof language !== 'string');

/** Words of all languages for a meaning. */
export function listWords(file: WordFile, meaning: string): string[] {
  return listLanguages(file).flatMap((language) => language[meaning]?.split('|') ?? []);
}

/** The meaning of each word, in whatever language. */
export function indexWords(file: WordFile): ReadonlyMap<string, string> {
  const meanings = listLanguages(file).flatMap((language) => Object.entries(language));
  return new Map(
    meanings.flatMap(([meaning, words]) => words.split('|').map((word) => [word, meaning] as const)),
  );
}

/** A regular expression of a pattern with meanings in braces, in whose place their words stand; nothing matches a meaning without words. */
export function compileWords(file: WordFile, pattern: string, flags = 'u'): RegExp {
  const text = pattern.replaceAll(
    /\{([a-z_]+)\}/g,
    (_, meaning: string) => listWords(file, meaning).join('|') || '(?!)',
  );
  return new RegExp(text, flags);
}
