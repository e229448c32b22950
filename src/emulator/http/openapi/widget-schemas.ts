import type { JsonSchema } from '../route.ts';
import { arrayOf, exactly, oneOf, reference, TEXT } from './json-schema.ts';

/** Every text is empty where there is nothing to say (spec: A). */
const TEXT_OR_EMPTY: JsonSchema = { ...TEXT, default: '' };

/** Named schemas of the page widget (spec: Widget response). */
export const WIDGET_SCHEMAS: Record<string, JsonSchema> = {
  WidgetAnswer: {
    ...exactly({
      br_iuid: { ...TEXT_OR_EMPTY, description: 'Base64 of the address of the page without its scheme' },
      br_related_rid: { ...TEXT_OR_EMPTY, description: 'Identifies the block' },
      br_related_rid_tag: {
        ...TEXT_OR_EMPTY,
        description: 'Script element that assigns br_related_rid to a variable of the page',
      },
      'related-category': arrayOf(reference('WidgetLink')),
      'related-item': arrayOf(reference('WidgetLink')),
      'more-results': arrayOf(reference('WidgetResult')),
    }),
    description: 'Links and results of the page',
  },
  WidgetLink: exactly({
    anchor: { ...TEXT_OR_EMPTY, description: 'Text to show' },
    url: { ...TEXT_OR_EMPTY, description: 'Relative or absolute' },
  }),
  WidgetResult: exactly({
    title: TEXT_OR_EMPTY,
    description: TEXT_OR_EMPTY,
    'short-description': TEXT_OR_EMPTY,

    image: { ...TEXT_OR_EMPTY, description: 'Address of an image' },
    url: TEXT_OR_EMPTY,
    attributes: arrayOf(exactly({ key: oneOf('product_id', 'rp_url'), value: TEXT_OR_EMPTY })),
  }),
};
