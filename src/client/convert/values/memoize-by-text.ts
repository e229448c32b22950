/** Longer texts hardly come twice. */
const MAX_CHARACTERS = 200;

/** The same function by a table of `max` results: feeds repeat a few texts a million times. */
export function memoizeByText<T>(find: (text: string) => T, max = 2_000): (text: string) => T {
  const values = new Map<string, T>();
  return (text) => {
    if (values.has(text)) return values.get(text) as T;
    const result = find(text);
    if (values.size < max && text.length <= MAX_CHARACTERS) values.set(text, result);
    return result;
  };
}
