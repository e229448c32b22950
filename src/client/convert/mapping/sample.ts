import { type ListTexts, listFieldsByWords } from './fields-by-words.ts';

/** The rows that begin a feed, and which of their fields is taken for which attribute so far. */
export type Sample = ReturnType<typeof createSample>;

/**
 * @param listTexts the texts of a field
 * @param listRows the same, those of one row joined by commas
 */
export function createSample(names: readonly string[], listTexts: ListTexts, listRows: ListTexts) {
  const fieldOf = new Map<string, string>();
  const listFree = () => {
    const used = new Set(fieldOf.values());
    return names.filter((name) => !used.has(name));
  };
  return {
    names,
    listTexts,
    listRows,
    rowCount: listRows('').length,
    fieldOf,
    /** Fields that are not taken yet. */
    listFree,
    /** Those of them whose words and values tell of an attribute, the most telling first. */
    listByWords: (attribute: string) => listFieldsByWords(attribute, listFree(), listTexts),
    /** How many rows differ in these fields, of those that have the first. */
    count(...of: readonly string[]): number {
      const [first = [], ...others] = of.map(listRows);
      return new Set(
        first.flatMap((text, row) =>
          text === '' ? [] : [text, ...others.map((other) => other[row])].join('\n'),
        ),
      ).size;
    },
  };
}
