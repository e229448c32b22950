import { asText } from '../../../engine/field-values.ts';
import type { Hit } from '../../../engine/query/model.ts';

/** A product as the widget shows it (spec: Widget response). */
export interface WidgetResult {
  id: string;
  title: string;
  description: string;
  shortDescription: string;
  image: string;
  url: string;
}

export const RESULT_FIELDS = [
  'pid',
  'title',
  'description',
  'short_description',
  'thumb_image',
  'large_image',
  'url',
] as const;

const SHORT_CHARACTERS = 120;

/** Every member is a text, empty where the product has none (spec: A). */
export function widgetResult({ id, json }: Hit): WidgetResult {
  const product = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const description = asText(product.description);
  return {
    id,
    title: asText(product.title),
    description,
    shortDescription: asText(product.short_description) || shortened(description),
    image: asText(product.thumb_image) || asText(product.large_image),
    url: asText(product.url),
  };
}

/** The first sentence where it is short, else as many words as fit. */
function shortened(description: string): string {
  const sentence = /^.+?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
  if (sentence.length <= SHORT_CHARACTERS) return sentence.trim();
  const cut = sentence.slice(0, SHORT_CHARACTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trim()}…`;
}
