import { integerParameter, invalidParameter, type QueryParameters } from './query-parameter.ts';

export interface PagingLimits {
  rowsDefault: number;
  rowsMax: number;
  startMax: number;
}

export interface Paging {
  start: number;
  rows: number;
}

/**
 * Reads `start` and `rows`. More than the maximum is refused, never clamped (doc: public-facts C1, C9).
 * @throws Refusal `invalid_parameter` with the documented sentences
 */
export function readPaging(parameters: QueryParameters, limits: PagingLimits): Paging {
  const rows = integerParameter(parameters, 'rows', limits.rowsDefault);
  const start = integerParameter(parameters, 'start', 0);
  if (rows < 0) throw invalidParameter('rows', 'rows should be >=0');
  if (start < 0) throw invalidParameter('start', 'start should be >=0');
  if (start <= limits.startMax && rows <= limits.rowsMax) return { start, rows };
  throw invalidParameter(
    start > limits.startMax ? 'start' : 'rows',
    `Pagination limit exceeded: requested start ${start}, rows ${rows}. ` +
      `Max start ${limits.startMax}, rows ${limits.rowsMax}`,
  );
}
