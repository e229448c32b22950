import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { FacetRequest } from '../../../engine/query/model.ts';
import type { AnswerSettings } from './answer-settings.ts';
import { invalidParameter, type QueryParameters, shown, textParameter } from './query-parameter.ts';
import { readStatsFields } from './search-fields.ts';

const PREFIX_PARAMETER = /^f\.(?<field>.+)\.facet\.prefix$/;

/**
 * Facets of a product or category search: all facetable fields, with `facet.range` and prefixes (doc: public-facts C4). A
 * numeric facet is its extent only if the settings name it, or `stats.field` beside a `facet.version` (rec: public-facts H).
 */
export function readFacetRequest(
  parameters: QueryParameters,
  fields: FacetRequest['fields'],
  { facetLimit, statsFacets }: AnswerSettings,
): FacetRequest {
  return {
    fields,
    ranges: parseFieldList(parameters.getAll('facet.range')),
    stats: [...statsFacets, ...askedStats(parameters)],
    prefixes: readPrefixes(parameters),
    limit: facetLimit,
  };
}

/** A published plugin that asks for `stats.field` alone reads no facet but lists; the samples name the version, too. */
function askedStats(parameters: QueryParameters): string[] {
  return textParameter(parameters, 'facet.version') === '' ? [] : readStatsFields(parameters);
}

function readPrefixes(parameters: QueryParameters): Record<string, string> {
  const prefixes = new Map<string, string>();
  for (const [name, value] of parameters) {
    const field = PREFIX_PARAMETER.exec(name)?.groups?.field;
    if (field !== undefined && value !== '') prefixes.set(field, value);
  }
  return Object.fromEntries(prefixes);
}

/** 3.0, or lower for the older shape; else the account decides (doc: public-facts C4). @throws Refusal for no version */
export function readFacetVersion(
  parameters: QueryParameters,
  fallback: AnswerSettings['facetVersion'],
): AnswerSettings['facetVersion'] {
  const text = textParameter(parameters, 'facet.version');
  if (text === '') return fallback;
  if (!/^\d(\.\d+)?$/.test(text) || Number(text) > 3) {
    throw invalidParameter('facet.version', `facet.version should be 3.0, instead got ${shown(text)}`);
  }
  return Number(text) === 3 ? '3.0' : 'legacy';
}
