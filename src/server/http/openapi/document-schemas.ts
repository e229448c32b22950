import type { JsonSchema } from '../route.ts';
import { arrayOf, COUNT, exactly, NUMBER, oneOf, reference, TEXT } from './json-schema.ts';

const RANGE: JsonSchema = {
  type: 'array',
  items: NUMBER,
  minItems: 2,
  maxItems: 2,
  description: 'Minimum and maximum over the variants',
};

/** A bound of a range: `*` where it is open. */
const BOUND: JsonSchema = { anyOf: [NUMBER, { const: '*' }] };

const NAMED_COUNT = exactly({ count: COUNT, name: TEXT });
const RANGE_COUNT = exactly({ count: COUNT, start: BOUND, end: BOUND });
const STATS = exactly({ start: NUMBER, end: NUMBER });

/** Documents and what is counted over them: what searches and recommendations share (doc: public-facts C4, C11). */
export const DOCUMENT_SCHEMAS: Record<string, JsonSchema> = {
  Document: {
    type: 'object',
    description:
      'The fields that the request names and the record has, as in the catalog. A field that any record has ' +
      'as a list is a list in every document.',
    properties: {
      pid: { ...TEXT, description: 'Id of a product' },
      item_id: { ...TEXT, description: 'Id of a record of a content catalog' },
      colors: { type: 'array' },
      color_groups: { type: 'array' },
      sizes: { type: 'array' },
      price_range: RANGE,
      sale_price_range: RANGE,
      score: { ...NUMBER, description: 'Present if fl names it' },
      'store_lat_lon.distance': {
        ...NUMBER,
        description:
          'Distance to the nearest store; present if the request has ll and fl names store_lat_lon',
      },
      variants: arrayOf(reference('Variant')),
    },
  },
  Variant: {
    type: 'object',
    description: 'A variant, with what fl names of it: skuid, and attributes as sku_...',
    properties: { skuid: TEXT },
    patternProperties: { '^sku_': {} },
    additionalProperties: false,
  },
  NamedCount: NAMED_COUNT,
  RangeCount: RANGE_COUNT,
  NumberStats: STATS,
};

export const COUNTS: readonly JsonSchema[] = [
  arrayOf(reference('NamedCount')),
  arrayOf(reference('RangeCount')),
];

export const FACET_VALUE: JsonSchema = { anyOf: [...COUNTS, reference('NumberStats')] };

export const FACET_TYPE: JsonSchema = oneOf('text', 'number', 'number_range', 'number_stats');
