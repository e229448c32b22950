import { countConditions, parseBooleanFilter } from '../../../engine/query/boolean-filter.ts';
import type { BooleanFilter, SearchQuery } from '../../../engine/query/model.ts';
import type { Rule } from '../merchandising/rules.ts';
import {
  type Merchandising,
  NO_MERCHANDISING,
  type Operation,
} from '../merchandising/select-merchandising.ts';
import {
  invalidParameterRefusal,
  parseParameter,
  type QueryParameters,
  unexpectedValueRefusal,
} from './query-parameter.ts';
import { checkConditions } from './search-filters.ts';

/** The name of the rule that a request is for itself (doc: public-facts C14). */
const OF_REQUEST = 'request';
const MAX_VALUES = 50;
/** Conditions of boosts: each of variants takes 10 ms at 200,000 products with four (assumption). */
const MAX_BOOSTS = 16;
/** `^100` doubles a score (assumption: no scale is documented). */
const FULL_STRENGTH = 100;

const RECALL = ['block', 'only', 'exclude', 'add'] as const;
const RANKING = ['top', 'bottom', 'boost', 'bury', 'lock'] as const;

/** Rules that each value of `merchandising_rules.disable` turns off; names of single ones but `product_block` are by analogy (assumption). */
const DISABLED: Readonly<Record<string, readonly Operation[]>> = {
  all: [...RECALL, ...RANKING],
  recall: RECALL,
  ranking: RANKING,
  product_block: ['block'],
  product_add_to_recall: ['add'],
  include_only: ['only'],
  exclude: ['exclude'],
  product_boost: ['top'],
  product_bury: ['bottom'],
  product_slot: ['lock'],
  attribute_boost: ['boost'],
  attribute_bury: ['bury'],
};

/**
 * The request's own rule, which counts most, then what it does not turn off of the others. Its conditions count with those of
 * the query. @throws Refusal `invalid_parameter`
 */
export function readMerchandising(
  parameters: QueryParameters,
  query: Pick<SearchQuery, 'facetFilters' | 'filters'>,
  given: Merchandising | null | undefined,
) {
  const off = new Set<string>(readValues(parameters, 'merchandising_rules.disable').flatMap(readDisabled));
  const { rules, ...others } = given ?? NO_MERCHANDISING;
  const left = rules.map((rule) =>
    Object.fromEntries(Object.entries(rule).filter(([name]) => !off.has(name))),
  );
  return { ...others, rules: [readRule(parameters, query), ...(left as Rule[])] };
}

function readDisabled(text: string): Operation[] {
  return text.split(',').flatMap((name) => {
    const operations = Object.hasOwn(DISABLED, name.trim()) ? DISABLED[name.trim()] : undefined;
    if (operations !== undefined) return operations;
    const parameter = 'merchandising_rules.disable';
    const known = Object.keys(DISABLED).join(', ');
    throw unexpectedValueRefusal(`${parameter} should be one of ${known}`, name);
  });
}

function readRule(parameters: QueryParameters, query: Pick<SearchQuery, 'facetFilters' | 'filters'>): Rule {
  const readIds = (name: string) => readValues(parameters, name).flatMap((text) => parseIds(name, text));
  const readBoosts = (name: string, sign: 1 | -1) =>
    readValues(parameters, name).map((text) => {
      const { what, number } = splitLast(name, text, '^', `brand:"A"^${FULL_STRENGTH}`);
      return { by: filterIn(name, what), weight: (sign * number) / FULL_STRENGTH };
    });
  const readFilters = (name: string) => readValues(parameters, name).map((text) => filterIn(name, text));
  const lock = readValues(parameters, 'lock').flatMap((text) => {
    const { what, number: position } = splitLast('lock', text, '#', 'pid:P1#3');
    return parseIds('lock', what).map((id) => ({ id, position }));
  });
  const [include, exclude] = [readFilters('include'), readFilters('exclude')];
  const [boost, bury] = [readBoosts('soft_boost', 1), readBoosts('soft_bury', -1)];
  const boosts = [...boost, ...bury].map(({ by }) => by);
  const ofBoosts = countConditions([], boosts);
  if (ofBoosts > MAX_BOOSTS)
    throw invalidParameterRefusal(
      `Too many conditions of soft_boost and soft_bury: ${ofBoosts}. Max ${MAX_BOOSTS}`,
    );
  checkConditions(query.facetFilters, [...query.filters, ...include, ...exclude, ...boosts]);
  const lists = { top: readIds('boost'), bottom: readIds('bury'), add: readIds('add_to_recall') };
  const given = Object.entries({ ...lists, boost, bury, lock }).filter(([, list]) => list.length > 0);
  return {
    name: OF_REQUEST,
    ...Object.fromEntries(given),
    ...(include.length > 0 && { only: { kind: 'and', operands: include } }),
    ...(exclude.length > 0 && { exclude: { kind: 'or', operands: exclude } }),
  };
}

function readValues(parameters: QueryParameters, name: string): string[] {
  const values = parameters.getAll(name).filter((text) => text.trim() !== '');
  if (values.length <= MAX_VALUES) return values;
  throw invalidParameterRefusal(`Too many values of ${name}: ${values.length}. Max ${MAX_VALUES}`);
}

function filterIn(name: string, text: string): BooleanFilter {
  return parseParameter(name, text, parseBooleanFilter);
}

/** The products of `pid:A` and `pid:("A" OR "B")`. */
function parseIds(name: string, text: string): string[] {
  const filter = filterIn(name, text);
  const tests = filter.kind === 'or' ? filter.operands : [filter];
  return tests.map((each) => {
    if (each.kind === 'test' && each.field === 'pid' && each.test.kind === 'value') return each.test.value;
    throw unexpectedValueRefusal(`${name} should be products such as pid:P1`, text);
  });
}

/** Splits at the last sign into a text and a positive integer. */
function splitLast(name: string, text: string, sign: '^' | '#', like: string) {
  const position = text.lastIndexOf(sign);
  const number = Number(text.slice(position + 1));
  const isRight = position > 0 && /^\d{1,5}$/.test(text.slice(position + 1)) && number > 0;
  if (isRight) return { what: text.slice(0, position), number };
  throw unexpectedValueRefusal(`${name} should be written like ${like}`, text);
}
