import { attributeRule } from '../../../catalog/rules/attribute-rules.ts';
import type { FeedRow, FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import type { AvailabilitySource, FeedFormat, FeedParams, Finish } from './feed-format.ts';
import { namedValuesReader } from './named-values.ts';

/** What a format says as data of its rows, params, options and availability, then what its own code makes of them. */
export function finishRow(
  fields: FieldNames,
  { availability = [], options, finisher }: Partial<FeedFormat>,
  params: FeedParams | undefined,
): Finish | undefined {
  const finish = finisher?.(fields) ?? ((_, converted) => converted);
  if (params === undefined && options === undefined && availability.length === 0) return finisher && finish;
  const readNamed = namedValuesReader(fields, params, options?.(fields));
  const sources = availability.map((source) => ({
    answer: answerReader(fields, source),
    hides: source.hides === true,
  }));
  return (row, converted) => {
    const into = converted.variantId === undefined ? converted.attributes : converted.variant;
    readNamed(row, into);
    for (const { answer, hides } of sources) {
      const isAvailable = answer(row);
      if (isAvailable === undefined) continue;
      into.set('availability', String(isAvailable));
      converted.isHidden = hides && !isAvailable;
      break;
    }
    dropMistyped(into);
    takeShownImage(converted.attributes);
    return finish(row, converted);
  };
}

function answerReader(
  fields: FieldNames,
  { field, read = readFlag, only, empty }: AvailabilitySource,
): (row: FeedRow) => boolean | undefined {
  const textOf = fields.textReader(...[field].flat());
  return (row) => {
    const text = textOf(row);
    const answer = text === '' ? empty : read(text);
    return only === undefined || answer === only ? answer : undefined;
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
