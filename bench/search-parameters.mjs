// A query of the benches as the parameters of a call.
const quoted = (text) => `"${text.replaceAll('"', '\\"')}"`;

/** The parameters of a search that ask for what the query of the bench asks. */
export function parametersOf({ recall, facetFilters: [filter], sort, rows, fields }) {
  const tests = filter.anyOf.map(({ kind, value, range }) =>
    kind === 'range' ? `[${range.min} TO ${range.max}]` : quoted(value),
  );
  return [
    ['request_type', 'search'],
    ['search_type', recall.kind === 'category' ? 'category' : 'keyword'],
    ['q', { keyword: recall.text, category: recall.id, all: '*' }[recall.kind]],
    ['fl', fields.join()],
    ['rows', String(rows)],
    ['fq', `${filter.field}:${tests.join(' OR ')}`],
    ['facet.range', 'price'],
    ['stats.field', 'price'],
    ...sort.map(({ field, direction }) => ['sort', `${field} ${direction}`]),
  ];
}
