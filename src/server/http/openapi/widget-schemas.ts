import {
  arrayOf,
  COUNT,
  exactly,
  type JsonSchema,
  means,
  oneOf,
  orNull,
  reference,
  TEXT,
} from '../../../protocol/json-schema.ts';
import { COUNTS, FACET_TYPE } from './search-schemas.ts';

/** Every text is empty where there is nothing to say (spec: A). */
const TEXT_OR_EMPTY: JsonSchema = { ...TEXT, default: '' };

/** Named schemas of the page widget (spec: Widget response). */
export const WIDGET_SCHEMAS: Record<string, JsonSchema> = {
  WidgetAnswer: {
    ...exactly({
      br_iuid: means('Base64 of the address of the page without its scheme', TEXT_OR_EMPTY),
      br_related_rid: means('Identifies the block', TEXT_OR_EMPTY),
      br_related_rid_tag: means(
        'Script element that assigns br_related_rid to a variable of the page',
        TEXT_OR_EMPTY,
      ),
      'related-category': arrayOf(reference('WidgetLink')),
      'related-item': arrayOf(reference('WidgetLink')),
      'more-results': arrayOf(reference('WidgetResult')),
    }),
    description: 'Links and results of the page',
  },
  WidgetLink: exactly({
    anchor: means('Text to show', TEXT_OR_EMPTY),
    url: means('Relative or absolute', TEXT_OR_EMPTY),
  }),
  WidgetResult: exactly({
    title: TEXT_OR_EMPTY,
    description: TEXT_OR_EMPTY,
    'short-description': TEXT_OR_EMPTY,

    image: means('Address of an image', TEXT_OR_EMPTY),
    url: TEXT_OR_EMPTY,
    attributes: arrayOf(exactly({ key: oneOf('product_id', 'rp_url'), value: TEXT_OR_EMPTY })),
  }),
};

const WIDGET = exactly({
  id: TEXT,
  name: TEXT,
  description: TEXT,
  type: oneOf('mlt', 'search', 'personalized', 'global'),
  rid: means('Identifies this answer; pixels report it as wrid'),
});

/** Named schemas of the pathways area (doc: public-facts A2). */
export const PATHWAYS_SCHEMAS: Record<string, JsonSchema> = {
  PathwaysAnswer: {
    ...exactly(
      {
        response: exactly({ numFound: COUNT, start: COUNT, docs: arrayOf(reference('Document')) }),
        metadata: exactly({
          widget: WIDGET,
          query: exactly({
            did_you_mean: arrayOf(TEXT),
            modification: exactly({ mode: oneOf('', 'autoCorrectQuery'), value: TEXT }),
          }),
          response: exactly({
            personalized_results: { type: 'boolean' },
            fallback: {
              ...oneOf('', 'global', 'keyword'),
              description: "What was used in place of the visitor's history",
            },
            recall: oneOf('pure', 'relaxed'),
          }),
        }),
      },
      { facet: { ...reference('PathwaysFacets'), description: 'Present if facet=true' } },
    ),
    description: 'Documents, facets and a description of the widget',
  },
  PathwaysFacets: exactly({
    category: arrayOf(reference('PathwaysCategory')),
    fields: arrayOf(
      exactly({
        key: TEXT,
        type: FACET_TYPE,
        value: { anyOf: [...COUNTS, arrayOf(reference('NumberStats'))] },
      }),
    ),
    ranges: arrayOf(exactly({ key: TEXT, value: arrayOf(reference('RangeCount')) })),
  }),
  PathwaysCategory: exactly({
    count: COUNT,
    cat_id: TEXT,
    cat_name: TEXT,
    children: orNull(arrayOf(reference('PathwaysCategory'))),
  }),
  MerchantWidgets: exactly({
    response: exactly({
      widgets: arrayOf(
        exactly({ id: TEXT, name: TEXT, description: TEXT, type: TEXT, enabled: { type: 'boolean' } }),
      ),
    }),
  }),
};
