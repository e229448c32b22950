import type { SearchSettings } from '../../../engine/engine.ts';
import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { SortKey } from '../../../engine/query/model.ts';
import { parseSort } from '../../../engine/query/sort.ts';
import { syntaxError } from '../../../engine/query/syntax-error.ts';
import {
  parseParameter,
  parseRefusal,
  type QueryParameters,
  readChoiceParameter,
  readTextParameter,
  unexpectedValueRefusal,
} from './query-parameter.ts';

/** Fields of variants: they may be in `fq` alone (doc: public-facts C2, `sku-select`). */
export function isSkuField(field: string): boolean {
  return field.startsWith('sku_') || field === 'skuid';
}

/** Reads `fl`, which must hold the id; without it, the fields of the documentation's own example (doc: public-facts C1, D1). */
export function readFieldList(parameters: QueryParameters, idField: string, fallback: readonly string[]) {
  const fields = parseFieldList(parameters.getAll('fl'));
  if (fields.length === 0) return [...fallback];
  if (fields.includes(idField)) return fields;
  throw unexpectedValueRefusal(`fl must contain ${idField}`, fields.join(','));
}

/** Repeated or as a comma list (doc: public-facts C6, G). @throws Refusal for a field of variants */
export function readStatsFields(parameters: QueryParameters): string[] {
  const fields = parseFieldList(parameters.getAll('stats.field'));
  const sku = fields.find(isSkuField);
  if (sku === undefined) return fields;
  throw unexpectedValueRefusal('stats.field does not work on SKU attributes', sku);
}

/** Names by which a search with `ll` may sort by distance (assumption; the documentation names none). */
const DISTANCE_FIELDS = new Set(['distance', 'store_lat_lon', 'store_lat_lon.distance']);

/** Several keys are in one parameter, a second `sort` is an error (doc: public-facts C5). @throws Refusal (C9) */
export function readSort(parameters: QueryParameters, hasPlace: boolean): SortKey[] {
  const texts = parameters.getAll('sort');
  const text = texts[0] ?? '';
  if (texts.length > 1) throw parseRefusal('sort', text, 'expected one sort, with commas between keys');
  return parseParameter('sort', text, parseSort).map((key) => checkKey(key, text, hasPlace));
}

function checkKey(key: SortKey, text: string, hasPlace: boolean): SortKey {
  if (isSkuField(key.field)) throw parseRefusal('sort', text, `${key.field} is a field of variants`);
  if (!DISTANCE_FIELDS.has(key.field)) return key;
  // Without a place, `distance` is an attribute like any other.
  if (hasPlace || key.field === 'distance') return { ...key, field: 'distance' };
  throw parseRefusal('sort', text, 'a sort by distance needs ll');
}

/** Boosts of the values of `segment` (spec: C rule 4; doc: public-facts C10); a second one is ignored, and told (`leniences.ts`). */
export function readSegmentBoosts(parameters: QueryParameters, boosts: SearchSettings['segmentBoosts']) {
  const texts = parameters.getAll('segment');
  const [text] = texts;
  if (text === undefined) return [];
  const { name, values } = parseParameter('segment', text, parseSegment);
  return values.flatMap((value) => {
    const key = `${name}:${value}`;
    const own = Object.hasOwn(boosts, key) ? (boosts[key] ?? []) : [];
    return own.map(({ field, value: wanted, weight }) => ({
      by: { kind: 'test' as const, field, test: { kind: 'value' as const, value: wanted } },
      weight,
    }));
  });
}

/**
 * `<segment_name>:<segment_value>`; the value may hold colons, an empty one is an error (spec: C rule 4). Several may be joined by
 * commas (doc: public-facts C10). @throws BrctlError
 */
export function parseSegment(text: string) {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim();
  const values = text
    .slice(colon + 1)
    .split(',')
    .map((value) => value.trim());
  if (text.trim() === '') throw syntaxError(text, 0, 'Expected a segment, or no segment parameter at all,');
  if (name === '') throw syntaxError(text, 0, 'Expected <segment_name>:<segment_value>');
  if (values.includes('')) throw syntaxError(text, colon, 'Expected a segment value after the colon');
  return { name, values };
}

/** These say what kind of caller it is and wrap nothing (doc: public-facts C1). */
const CALLERS = new Set(['br_server', 'br_app']);
/** Valid `callback`: a function, or a member of objects. */
export const FUNCTION_NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;
/** Its length (assumption). */
export const FUNCTION_NAME_CHARACTERS = 100;

/** Null for a plain answer (doc: public-facts C1, inferred). @throws Refusal for a text that is not a name of a function */
export function readCallback(parameters: QueryParameters): string | null {
  const text = readTextParameter(parameters, 'callback');
  if (text === '' || CALLERS.has(text)) return null;
  if (FUNCTION_NAME.test(text) && text.length <= FUNCTION_NAME_CHARACTERS) return text;
  throw unexpectedValueRefusal('callback should be the name of a function', text);
}

/** Sections of `debug`, in the order of an answer (doc: public-facts C1). */
const SECTIONS = ['recall', 'merchandising', 'ranking'] as const;

/** Values of `br_diagnostics` (doc: public-facts C1). */
export const DIAGNOSTICS = ['all', 'recall', 'ranking', 'merchandising'] as const;

export type DiagnosticSection = (typeof SECTIONS)[number];

/** Reads `br_diagnostics`: which sections of `debug` the answer has; none without it. @throws Refusal `invalid_parameter` */
export function readDiagnostics(parameters: QueryParameters): readonly DiagnosticSection[] {
  if (readTextParameter(parameters, 'br_diagnostics') === '') return [];
  const asked = readChoiceParameter(parameters, 'br_diagnostics', DIAGNOSTICS, 'all');
  return asked === 'all' ? SECTIONS : [asked];
}
