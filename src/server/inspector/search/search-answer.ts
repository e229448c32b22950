/** A hit, as far as the page shows it; any member may lack or be of another kind: the catalog is somebody else's. */
export interface HitLine {
  id: string;
  title: string;
  brand: string;
  price: string;
  /** The price before a reduction, empty where there is none. */
  before: string;
  score: number;
}

export interface FacetLine {
  field: string;
  values: { value: string; name: string; count: number }[];
}

export interface SearchAnswer {
  total: number;
  hits: HitLine[];
  facets: FacetLine[];
  /** Changes of the query, such as a correction; empty if there are none. */
  remark: string;
  /** Answer to `br_diagnostics`, as JSON. */
  diagnostics: string | undefined;
}

/** Reads an answer of the search (facet.version 3.0). */
export function readSearchAnswer(text: string): SearchAnswer {
  const { response, facet_counts, autoCorrectQuery, did_you_mean, metadata, debug } = JSON.parse(text);
  const suggestions = (did_you_mean ?? []) as string[];
  const isRelaxed = metadata?.query?.modification?.mode === 'relaxedQuery';
  const remark = autoCorrectQuery
    ? `Searched for “${autoCorrectQuery}”.`
    : isRelaxed
      ? 'Includes partial matches.'
      : suggestions.length > 0
        ? `Did you mean ${suggestions.map((words) => `“${words}”`).join(', ')}?`
        : '';
  return {
    total: response?.numFound ?? 0,
    hits: (response?.docs ?? []).map(readHit),
    facets: (facet_counts?.facets ?? []).flatMap(readFacet),
    remark,
    diagnostics: debug && JSON.stringify(debug),
  };
}

function readHit(doc: Record<string, unknown>): HitLine {
  const full = formatAmount(doc.price, doc.price_range);
  const sale = formatAmount(doc.sale_price, doc.sale_price_range);
  const isReduced = full !== '' && Number.parseFloat(sale) < Number.parseFloat(full);
  return {
    id: formatValue(doc.pid ?? doc.item_id),
    title: formatValue(doc.title) || formatValue(doc.item_title),
    brand: formatValue(doc.brand),
    price: isReduced || full === '' ? sale : full,
    before: isReduced ? full : '',
    score: typeof doc.score === 'number' ? doc.score : 0,
  };
}

/** A product's own price, or `10 – 25` where its variants have several. */
function formatAmount(own: unknown, range: unknown): string {
  const [min, max] = Array.isArray(range) ? range.map(formatValue) : [];
  if (min === undefined || max === undefined) return formatValue(own);
  return min === max ? min : `${min} – ${max}`;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Facets of values; a range or a minimum has nothing to click. */
function readFacet({ name, value }: { name: string; value: unknown }): FacetLine[] {
  if (!Array.isArray(value)) return [];
  const values = value
    .filter((entry) => entry.cat_id !== undefined || entry.name !== undefined)
    .map((entry) => ({
      value: String(entry.cat_id ?? entry.name),
      name: String(entry.cat_name ?? entry.name),
      count: Number(entry.count),
    }));
  return values.length === 0 ? [] : [{ field: name, values }];
}
