import fc from 'fast-check';

/** JSON texts of records with all that a feed may have: escapes, names that come twice, numbers of any spelling, odd values. */

const TEXTS = [
  'oak', 'Oak', 'Lamp', 'lamps', 'café', 'Élan', '10"', '18" x 18"', '18x18', '3/4', '2.5 ft', 'comfortable chairs',
  'ÅNGSTRÖM', 'Σίσυφος', '日本', '𝒳', 'set of 2', '5', '05', '1e3', '22.5', '', ' ', 'tab\there', 'quo"te', 'back\\slash',
  'https://shop.example/a', '/p/1', '//cdn', 'true', 'Red', 'RED', 'a'.repeat(201), 'b'.repeat(513), 'İstanbul', '\u0301x',
]; // biome-ignore format: as they are
const URLS = [
  'https://shop.example/p/1', 'http://www.Shop.Example/P', 'HTTPS://shop.example/x', 'https://shop.example/p/', '/p/1',
  'https://shop.example/p?x=1', 'https://', 'https://é.example/x', ' https://a/b', 'https://a/b#f', 'ftp://a/b', '',
]; // biome-ignore format: as they are
const NAMES = [
  'title', 'item_title', 'brand', 'keywords', 'tags', 'description', 'category', 'colors', 'color_groups', 'sizes', 'color',
  'color_group', 'size', 'price', 'material', 'width', 'thumb_image', 'my_url', 'made_date', '12', '7', '007', '__proto__',
  'constructor', 'é', 'views',
]; // biome-ignore format: as they are
const NUMBERS = [
  '0',
  '-0',
  '5',
  '22.5',
  '1.50',
  '1E3',
  '1e-3',
  '-3',
  '0.1',
  '4.35',
  '12345678901234567890',
  '1e400',
];

const space = fc.constantFrom('', '', '', ' ', '\n\t');
const member = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc.tuple(space, name, space, value, space).map(([a, key, b, text, c]) => `${a}${key}${b}:${a}${text}${c}`);
const object = (members: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(members, { maxLength }).map((all) => `{${all.join(',')}}`);
const array = (items: fc.Arbitrary<string>) =>
  fc.tuple(fc.array(items, { maxLength: 4 }), space).map(([all, gap]) => `[${all.join(`,${gap}`)}]`);

const string = fc
  .tuple(fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([texts, escaped]) => {
    const json = JSON.stringify(texts.join(' '));
    return escaped ? json.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`) : json;
  });
const scalar = fc.oneof(
  { weight: 4, arbitrary: string },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  fc.constantFrom('true', 'false', 'null', '{"a":[1]}', '[]'),
);
const value = fc.oneof({ weight: 3, arbitrary: scalar }, array(scalar));
const name = fc.constantFrom(...NAMES).map((text) => JSON.stringify(text));

const step = fc.constantFrom(
  '{"id":"1","name":"Home"}',
  '{"id":"11","name":"Lamps"}',
  '{"id":11,"name":"Lamps, floor"}',
  '{"name":"no id"}',
  '{"id":"1","name":"Haus"}',
  'null',
  '{"id":"9","name":"tab\\tname"}',
);
const place = fc.constantFrom('{"lat":52.1,"lon":4}', '{"lat":"52","lon":"4"}', '{"lat":91,"lon":1}', 'null');
const attribute = fc.oneof(
  { weight: 8, arbitrary: member(name, value) },
  member(
    fc.constant('"url"'),
    fc.constantFrom(...URLS).map((url) => JSON.stringify(url)),
  ),
  member(fc.constant('"availability"'), fc.constantFrom('true', 'false', '"false"', 'null', '0')),
  member(fc.constant('"category_paths"'), fc.oneof(array(array(step)), fc.constant('"none"'))),
  member(fc.constant('"store_location"'), fc.oneof(array(place), place)),
);
const attributes = (most: number) => member(fc.constant('"attributes"'), object(attribute, most));

const variantId = fc
  .constantFrom('v1', 'v2', 'V1', '12', '7', 'oak', '10"x', 'sku é', '__proto__')
  .map((id) => JSON.stringify(id));
const variant = fc.oneof({ weight: 5, arbitrary: object(attributes(4), 1) }, fc.constantFrom('{}', 'null'));
const shownVariant = fc.oneof(
  fc.constantFrom('{"exclude_from_view":true}', '{"exclude_from_view":"true"}'),
  object(attributes(3), 1),
);
const view = object(
  fc.oneof(attributes(4), member(fc.constant('"variants"'), object(member(variantId, shownVariant), 3))),
  2,
);
const viewName = fc.constantFrom('"nl"', '"be"', '"5"', '"2"');

/** A record's JSON text. */
export const arbitraryJsonRecord = object(
  fc.oneof(
    { weight: 3, arbitrary: attributes(10) },
    member(fc.constant('"variants"'), object(member(variantId, variant), 5)),
    member(
      fc.constant('"variants"'),
      object(
        member(
          fc.nat({ max: 60 }).map((id) => `"n${id}"`),
          variant,
        ),
        20,
      ),
    ),
    member(fc.constant('"views"'), object(member(viewName, view), 2)),
    fc.constant('"other":[1,{"a":"\\""}]'),
  ),
  4,
);
