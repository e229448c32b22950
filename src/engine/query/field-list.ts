/**
 * The names in comma lists and repeated parameters (`fl`, `facet.range`, `stats.field`), each once, in order; empty
 * entries are skipped as storefronts send them (doc: public-facts C1, G "stats.field, several").
 */
export function parseFieldList(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
