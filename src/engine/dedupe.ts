/** Up to this length, a linear scan is faster than a Set. */
const FEW = 16;

/** The values in their order, each once. A record has few of a kind, but nothing keeps it from having 100,000. */
export function dedupe<Value>(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values;
  if (values.length > FEW) return [...new Set(values)];
  const once: Value[] = [];
  for (const value of values) if (!once.includes(value)) once.push(value);
  return once;
}
