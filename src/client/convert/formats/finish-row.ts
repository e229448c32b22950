import { getAttributeRule } from '../../../catalog/rules/attribute-rules.ts';
import { toAttributeName } from '../mapping/map-rows.ts';
import { listExactNames } from '../mapping/usual-fields.ts';
import { type FeedRow, listTexts } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { cleanText, memoizeByText, withoutAccents } from '../values/plain-text.ts';
import { NO_OPTION } from '../values/variant-ids.ts';
import type { AvailabilitySource, FeedFormat, FeedParams, Finish, NamedValues } from './feed-format.ts';

/** Applies params, options and availability of a format, then its own code. */
export function finishRow(
  { availability = [], options, finisher }: Partial<FeedFormat>,
  params: readonly FeedParams[],
): Finish | undefined {
  const finish = finisher?.() ?? ((_, converted) => converted);
  if (params.length === 0 && options === undefined && availability.length === 0) return finisher && finish;
  const readNamed = createNamedReader(params, options?.());
  return (row, converted) => {
    const into = converted.variantId === undefined ? converted.attributes : converted.variant;
    readNamed(row, into);
    for (const source of availability) {
      const isAvailable = readAvailability(row, source);
      if (isAvailable === undefined) continue;
      into.set('availability', String(isAvailable));
      converted.isHidden = source.hides === true && !isAvailable;
      break;
    }
    dropMistyped(into);
    takeImages(converted.attributes);
    return finish(row, converted);
  };
}

function readAvailability(
  row: FeedRow,
  { field, read = readFlag, unless, only, empty }: AvailabilitySource,
): boolean | undefined {
  if (unless !== undefined && readFlag(row.text(unless)) === true) return undefined;
  const text = row.text(...[field].flat());
  const answer = text === '' ? empty : read(text);
  return only === undefined || answer === only ? answer : undefined;
}

/** A param may have the name of an attribute of the service that is a number. */
function dropMistyped(attributes: Map<string, string>): void {
  for (const [name, json] of attributes) {
    const { type } = getAttributeRule(name, 'products');
    if (type === 'number' && json.startsWith('"')) attributes.delete(name);
  }
}

/** The images that a mapping read as the additional ones: one of them may be the one that is shown. */
export function takeImages(attributes: Map<string, string>): void {
  const json = attributes.get('additional_images');
  if (json === undefined || !json.startsWith('[')) return;
  if (!setImages(attributes, JSON.parse(json))) attributes.delete('additional_images');
}

/** Shows the first of these images, where no other is shown; the rest are additional. Are there any? */
export function setImages(attributes: Map<string, string>, images: readonly string[]): boolean {
  const texts = images.map((image) => JSON.stringify(image));
  const shown = attributes.get('thumb_image') ?? texts[0];
  if (shown !== undefined && texts.length > 0) attributes.set('thumb_image', shown);
  const others = texts.filter((image) => image !== shown);
  if (others.length > 0) attributes.set('additional_images', `[${others.join(',')}]`);
  return others.length > 0;
}

/** Attributes that distinguish variants, by their names in several languages without accents. */
const ATTRIBUTES = new Map(
  ['color', 'size', 'material'].flatMap((attribute) =>
    listExactNames(attribute).map((name) => [name, attribute] as const),
  ),
);

/** The attribute for a name that people read: `Цвет` is `color`, `Высота (см)` is `vysota_sm`; undefined where no letter is left. */
function nameAttribute(label: string, known: Readonly<Record<string, string>> = {}): string | undefined {
  const word = label.trim().toLowerCase();
  const usual = ATTRIBUTES.get(withoutAccents(word));
  if (usual !== undefined) return usual;
  // Names of attributes are ASCII.
  const name = toAttributeName(word);
  return name === undefined ? undefined : (known[name] ?? name);
}

/** Adds what the params and options of a row say to attributes, unless they have it. */
function createNamedReader(
  params: readonly FeedParams[],
  options: (row: FeedRow) => Iterable<NamedValues> = () => [],
): (row: FeedRow, into: Map<string, string>) => void {
  const attributeOf = memoizeByText((label) => nameAttribute(label, params[0]?.known));
  return (row, into) => {
    const valuesOf = new Map<string, string[]>();
    for (const [label, texts, otherwise] of [
      ...params.flatMap((one) => readParams(row, one)),
      ...options(row),
    ]) {
      const attribute = attributeOf(label) ?? otherwise;
      const values = texts.map(cleanText).filter((text) => text !== '' && text !== NO_OPTION);
      if (attribute === undefined || values.length === 0) continue;
      valuesOf.set(attribute, [...(valuesOf.get(attribute) ?? []), ...values]);
    }
    for (const [attribute, list] of valuesOf)
      if (!into.has(attribute)) into.set(attribute, JSON.stringify(list.length === 1 ? list[0] : list));
  };
}

function readParams(row: FeedRow, params: FeedParams): NamedValues[] {
  const values = listTexts(row.cell(params.value));
  const units = listTexts(row.cell(...[params.unit ?? []].flat()));
  const labels = listTexts(row.cell(params.name));
  // Of a list of JSON with an element without a name or a value nobody knows which belong together.
  if (labels.length !== values.length) return [];
  return labels.map((label, index) => {
    const text = (values[index] ?? '').trim();
    return [label, [text === '' || !units[index] ? text : `${text} ${units[index]}`]];
  });
}
