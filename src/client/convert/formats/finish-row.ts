import { attributeRule } from '../../../catalog/rules/attribute-rules.ts';
import { cellReader, firstText } from '../mapping/rule-source.ts';
import type { FieldNames } from '../rows/fields.ts';
import type { FeedFormat, FeedParams, Finish } from './feed-format.ts';
import { paramReader } from './param-attributes.ts';

/** What a format says as data of its rows: params, availability, and which of two prices is the one to pay. */
export function finishRow(
  fields: FieldNames,
  format: Partial<Pick<FeedFormat, 'availability' | 'salePriceIsFormer' | 'finisher'>>,
  params: FeedParams | undefined,
): Finish | undefined {
  const { availability = [], salePriceIsFormer = false, finisher } = format;
  const finish = finisher?.(fields);
  if (params === undefined && availability.length === 0 && !salePriceIsFormer) return finish;
  const readParams = params && paramReader(fields, params);
  const sources = availability.map(({ field, read }) => {
    const cellOf = cellReader(fields, typeof field === 'string' ? [field] : field);
    return (row: Parameters<Finish>[0]) => {
      const text = firstText(cellOf(row)).trim();
      return text === '' ? undefined : read(text);
    };
  });
  return (row, converted) => {
    const into = converted.variantId === undefined ? converted.attributes : converted.variant;
    readParams?.(row, into);
    if (salePriceIsFormer) swapPrices(into);
    for (const source of sources) {
      const isAvailable = source(row);
      if (isAvailable === undefined) continue;
      into.set('availability', String(isAvailable));
      break;
    }
    dropMistyped(into);
    takeShownImage(converted.attributes);
    return finish === undefined ? converted : finish(row, converted);
  };
}

/** A param may have the name of an attribute of the service that is a number. */
function dropMistyped(attributes: Map<string, string>): void {
  for (const [name, json] of attributes) {
    const { type } = attributeRule(name, 'products');
    if (type === 'number' && json.startsWith('"')) attributes.delete(name);
  }
}

/** Of a list of pictures the first is the one that is shown, where no other is. */
function takeShownImage(attributes: Map<string, string>): void {
  const json = attributes.get('additional_images');
  if (json === undefined || !json.startsWith('[')) return;
  const images = JSON.parse(json) as string[];
  const shown = attributes.get('thumb_image') ?? JSON.stringify(images[0]);
  attributes.set('thumb_image', shown);
  const others = images.filter((image) => JSON.stringify(image) !== shown);
  if (others.length === 0) attributes.delete('additional_images');
  else attributes.set('additional_images', JSON.stringify(others));
}

/** The price is the one to pay now; the one to compare with, if higher, is the usual one. */
function swapPrices(values: Map<string, string>): void {
  const [price, compareAt] = [values.get('price'), values.get('sale_price')];
  if (price === undefined) return;
  if (compareAt !== undefined && Number(compareAt) > Number(price)) {
    values.set('price', compareAt);
    values.set('sale_price', price);
  } else values.set('sale_price', price);
}
