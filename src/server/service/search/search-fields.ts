import { parseFieldList } from '../../../engine/query/field-name.ts';
import { invalidParameter, type QueryParameters, shown } from './query-parameter.ts';

/** Fields of variants: they may be in `fq` alone (doc: public-facts C2, `sku-select`). */
export function isSkuField(field: string): boolean {
  return field.startsWith('sku_') || field === 'skuid';
}

/**
 * Reads `fl`. It must hold the id of the records, `pid` or `item_id`; without `fl` the answer holds the fields of the
 * documentation's own example (doc: public-facts C1, D1).
 * @throws Refusal `invalid_parameter` for a list without the id
 */
export function readFieldList(
  parameters: QueryParameters,
  idField: string,
  fallback: readonly string[],
): string[] {
  const fields = parseFieldList(parameters.getAll('fl'));
  if (fields.length === 0) return [...fallback];
  if (fields.includes(idField)) return fields;
  throw invalidParameter('fl', `fl must contain ${idField}, instead got ${shown(fields.join(','))}`);
}

/**
 * Reads `stats.field`, repeated or as a comma list (doc: public-facts C6, G).
 * @throws Refusal `invalid_parameter` for a field of variants
 */
export function readStatsFields(parameters: QueryParameters): string[] {
  const fields = parseFieldList(parameters.getAll('stats.field'));
  const sku = fields.find(isSkuField);
  if (sku === undefined) return fields;
  throw invalidParameter(
    'stats.field',
    `stats.field does not work on SKU attributes, instead got ${shown(sku)}`,
  );
}
