import { type Cell, type FieldNames, listTexts } from '../rows/fields.ts';
import { memoizeByText } from '../values/plain-text.ts';
import { listFieldsByWords } from './fields-by-words.ts';

/** The rows that begin a feed, and which of their fields is taken for which attribute so far. */
export type Sample = ReturnType<typeof createSample>;

export function createSample(fields: FieldNames, rows: readonly Cell[][]) {
  const { names } = fields;
  const fieldOf = new Map<string, string>();
  const listFree = () => {
    const used = new Set(fieldOf.values());
    return names.filter((name) => !used.has(name));
  };
  const listCells = (field: string): Exclude<Cell, undefined>[] => {
    const numbers = fields.numbersOf(field);
    return rows.flatMap((cells) => numbers.flatMap((number) => cells[number] ?? []));
  };
  const listSamples = (field: string): readonly string[] => listCells(field).flatMap(listTexts);
  /** The texts of a field by row, those of one row joined by commas. */
  const listRows = memoizeByText((field): readonly string[] => {
    const numbers = fields.numbersOf(field);
    return rows.map((cells) => numbers.flatMap((number) => listTexts(cells[number])).join());
  });
  return {
    fields,
    names,
    rowCount: rows.length,
    listCells,
    listTexts: listSamples,
    listRows,
    fieldOf,
    /** Fields that are not taken yet. */
    listFree,
    /** Those of them whose words and values tell of an attribute, the most telling first. */
    listByWords: (attribute: string) => listFieldsByWords(attribute, listFree(), listSamples),
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
