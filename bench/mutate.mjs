import { between, pick, randomOf } from './random.mjs';

const CHANGE_SEED = 77;

const CHANGES = [
  (attributes, random) => (attributes.price = between(random, 5, 900) + 0.25),
  (attributes) => (attributes.availability = !attributes.availability),
  (attributes, random) => (attributes.title += ` ${between(random, 1, 99)}`),
  (attributes, random) => (attributes.tags = [...attributes.tags, `new${between(random, 1, 9)}`]),
  (attributes) => delete attributes.rating,
  (attributes, random) => (attributes.badge = pick(random, ['sale', 'new', 'last items'])),
];

/** What happens to the product with a number: kept, changed or removed, by chance but always the same. */
export function fateOf(seed, number, { changed, removed }) {
  const chance = randomOf(seed, number, CHANGE_SEED)();
  if (chance < removed) return 'removed';
  return chance < removed + changed ? 'changed' : 'kept';
}

/** Changes one to three things in a record, in the record itself or in a variant. */
export function change(record, seed, number) {
  const random = randomOf(seed, number, CHANGE_SEED + 1);
  const times = random() < 0.6 ? 1 : between(random, 2, 3);
  for (let time = 0; time < times; time++) {
    const inVariant = random() < 0.25;
    if (inVariant) {
      const variant = pick(random, Object.values(record.variants));
      variant.attributes.price = between(random, 5, 900) + 0.75;
    } else pick(random, CHANGES)(record.attributes, random);
  }
  return record;
}

function reversed(value, deep) {
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      deep && inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? reversed(inner, deep)
        : inner,
    ]),
  );
}

/** The same operation in another spelling: keys in reverse order, spaces between tokens, é as an escape. */
export function respell(operation) {
  const value = reversed(operation.value, true);
  const text = JSON.stringify({ ...operation, value });
  return text.replaceAll('":', '": ').replaceAll('é', '\\u00e9');
}
