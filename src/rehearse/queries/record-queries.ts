import { type GoldenQuery, nameQuery, QUERY_PARAMETERS } from './golden-query.ts';

/** A query as it was met, and how often. */
export type RecordedQuery = Pick<GoldenQuery, 'kind' | 'text' | 'parameters' | 'weight'>;

/** A list of queries, one a line; a number behind a tab says how often each was asked. */
export function parseQueryList(text: string): RecordedQuery[] {
  const met = text.split('\n').flatMap((line): RecordedQuery[] => {
    const [, query = line, times] = /^(.*)\t\s*(\d+)\s*$/.exec(line) ?? [];
    const words = query.trim();
    return words === '' ? [] : [{ kind: 'search', text: words, parameters: [], weight: Number(times ?? 1) }];
  });
  return mergeQueries(met);
}

/** The searches of products and categories among request paths; further pages repeat their queries. */
export function extractQueries(urls: readonly string[]): RecordedQuery[] {
  return mergeQueries(urls.flatMap(parseRequest));
}

function parseRequest(url: string): RecordedQuery[] {
  const mark = url.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const [text, type] = [query.get('q')?.trim() ?? '', query.get('search_type')];
  const isSearch = type === 'keyword' || type === 'category';
  if (text === '' || !isSearch || query.has('catalog_name') || Number(query.get('start') ?? 0) > 0) return [];
  const parameters = QUERY_PARAMETERS.flatMap((name) =>
    query
      .getAll(name)
      .filter((value) => value !== '')
      .map((value) => [name, value] as const),
  );
  return [{ kind: type === 'category' ? 'category' : 'search', text, parameters, weight: 1 }];
}

/** Each query once with the sum of its weights, those that are asked most first. */
function mergeQueries(met: readonly RecordedQuery[]): RecordedQuery[] {
  const queries = new Map<string, RecordedQuery>();
  for (const query of met) {
    const key = JSON.stringify([query.kind, query.text, query.parameters]);
    const first = queries.get(key);
    queries.set(key, first === undefined ? query : { ...first, weight: first.weight + query.weight });
  }
  return [...queries.values()].sort((a, b) => b.weight - a.weight || (nameQuery(a) < nameQuery(b) ? -1 : 1));
}

/** A file that `readQueries` reads, to be completed by hand. Texts are written as JSON, which YAML reads. */
export function printQueries(queries: readonly RecordedQuery[], format: 'yaml' | 'jsonlines'): string {
  const documents = queries.map(toDocument);
  if (format === 'jsonlines') return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const head = `# Queries for brctl rehearse. Say what you expect of each, for example:
#   expect: { top: 10, ids: [SF-9], absent: [OLD-1], minHits: 5 }
#   judgments: { SF-9: 3, SF-2: 1 }
#   stable: 0.8
`;
  const items = documents.map((document) =>
    Object.entries(document)
      .map(([name, value], index) => `${index === 0 ? '- ' : '  '}${name}: ${JSON.stringify(value)}\n`)
      .join(''),
  );
  return head + items.join('');
}

function toDocument({ kind, text, parameters, weight }: RecordedQuery): Record<string, unknown> {
  const named = new Map<string, string[]>();
  for (const [name, value] of parameters) named.set(name, [...(named.get(name) ?? []), value]);
  const values = [...named].map(([name, all]) => [name, all.length === 1 ? all[0] : all]);
  return { [kind === 'category' ? 'category' : 'q']: text, ...Object.fromEntries(values), weight };
}
