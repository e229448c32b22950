import { hasWord, isOfOther } from './fields-by-words.ts';
import type { Sample } from './sample.ts';
import { isIdName, listUsualFields } from './usual-fields.ts';

/** Where fewer rows share an id, it was given twice. */
const MIN_SHARED = 0.05;

/** A code or an address that differs in each row, where no field is called an id. */
function findOwnCode({ names, fieldOf, rowCount, count }: Sample): string | undefined {
  const codes = [
    ...names.filter((name) => hasWord(name, '{mpn}')),
    ...['gtin', 'url'].flatMap((name) => fieldOf.get(name) ?? []),
  ];
  return codes.find((field) => count(field) === rowCount);
}

/** Fields that rows without a title share with the row before, which has it; and a slug of one title. */
function listCarriers({ names, fieldOf, listRows, rowCount, count }: Sample, slug: string | undefined) {
  const title = fieldOf.get('title') ?? '';
  const titles = listRows(title);
  const isCarrier = (values: readonly string[]) =>
    values.every((value, row) => value !== '' && (titles[row] !== '' || value === values[row - 1]));
  const carriers = names.filter(
    (name) => titles.includes('') && isCarrier(listRows(name)) && count(name) >= count(title),
  );
  const isPage = slug && count(slug) < (1 - MIN_SHARED) * rowCount && count(slug, title) === count(slug);
  return isPage ? [...carriers, slug] : carriers;
}

/** In a table of products and variants the id that rows share, as they do a title or address, and another that is their own. */
function findVariantIds({ names, fieldOf, rowCount, count }: Sample, carriers: readonly string[]) {
  const named = [...listUsualFields(names, 'id'), ...names.filter(isIdName)];
  const ids = named.filter((name) => !isOfOther(name) && !hasWord(name, '{thumb_image}|{price}'));
  const shared = [...ids.filter((field) => count(field) < (1 - MIN_SHARED) * rowCount), ...carriers];
  // Ids of options are in each product the same.
  const own = ids.toSorted((a, b) => count(b) - count(a));
  const pairs = shared.flatMap((group) => own.map((id) => ({ group, id })));
  const same = ['title', 'url'].flatMap((attribute) => fieldOf.get(attribute) ?? []);
  const isSame = (group: string) =>
    carriers.includes(group) || same.some((field) => count(group, field) === count(group));
  return pairs.find(
    ({ group, id }) => count(group, id) === rowCount && (hasWord(id, '{variants}') || isSame(group)),
  );
}

/** Decides by the values which ids are meant: returns the field that rows of one product share where that was found so. */
export function settleIds(sample: Sample, slug: string | undefined): string | undefined {
  const { fieldOf } = sample;
  const code = fieldOf.has('id') ? undefined : findOwnCode(sample);
  if (code !== undefined) fieldOf.set('id', code);
  const split = fieldOf.has('group') ? undefined : findVariantIds(sample, listCarriers(sample, slug));
  if (split !== undefined) fieldOf.set('id', split.id).set('group', split.group);
  return split?.group;
}
