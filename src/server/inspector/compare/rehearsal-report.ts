/** `brctl.rehearse/1`, as far as the page shows it. */
export interface RehearsalReport {
  source: string;
  summary: Record<'queries' | 'failed' | 'inconclusive' | 'moved' | 'failed_before', number>;
  queries: RehearsedQuery[];
}

export interface RehearsedQuery {
  name: string;
  kind: 'search' | 'category';
  text: string;
  weight: number;
  verdict: 'failed' | 'inconclusive' | 'moved' | 'unchanged';
  /** Null where there was no catalog to compare with. */
  before?: RehearsedQuery['after'] | null;
  after: { total: number; products: string[] };
  moves: { id: string; title: string }[];
  checks: { kind: string; verdict: string; why: string }[];
  blame: { product: string; kind: string; line?: number; attributes: BlamedAttribute[] }[];
}

interface BlamedAttribute {
  name: string;
  old?: string;
  new?: string;
}

const SCHEMA = 'brctl.rehearse/1';

/** @throws Error for a text that is no such report */
export function readReport(text: string): RehearsalReport {
  let report: Partial<RehearsalReport> & { schema?: unknown };
  try {
    report = JSON.parse(text);
  } catch {
    report = {};
  }
  if (report?.schema !== SCHEMA || !Array.isArray(report.queries))
    throw new Error(`Not a rehearsal report (${SCHEMA}). Create one with brctl rehearse … --json.`);
  return report as RehearsalReport;
}

const GRAVITY = ['failed', 'inconclusive', 'moved', 'unchanged'];

/** Queries as one looks at them: what failed first, then by weight; each with its place in the report. */
export function sortFailedFirst(queries: readonly RehearsedQuery[]): { query: RehearsedQuery; at: number }[] {
  return queries
    .map((query, index) => ({ query, at: index }))
    .sort(
      (a, b) =>
        GRAVITY.indexOf(a.query.verdict) - GRAVITY.indexOf(b.query.verdict) ||
        b.query.weight - a.query.weight,
    );
}
