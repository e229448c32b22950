// The life of a made-up shop, day by day: prices, stock, texts, launches, discontinuations, sales, seasons, weekends.
import { between, pick, randomOf } from './random.mjs';

const BRANDS = [
  'Nordlys',
  'Birchwood',
  'Casa Lumen',
  'Atelier 9',
  'Harbor & Co',
  'Maison Élan',
  'Pacific Goods',
];
const CATEGORIES = 'sofas lamps rugs tables chairs beds mirrors vases clocks desks stools cabinets'.split(
  ' ',
);
const COLORS = ['oak', 'black', 'white', 'sand', 'forest', 'navy', 'rust', 'grey'];
const MATERIALS = ['wood', 'steel', 'linen', 'glass', 'wool'];
const WORDS =
  'calm strong soft round tall low classic modern rustic woven brass matte warm light heavy small'.split(' ');
const DAY_MS = 86_400_000;
const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

/** Sales of a year: first day of the year, days, share of the products. */
const SALES = [
  [2, 21, 0.3],
  [75, 5, 0.12],
  [140, 10, 0.2],
  [182, 24, 0.3],
  [240, 3, 0.15],
  [326, 5, 0.4],
];
/** Collections are launched: day of the year, share of the products that come. */
const LAUNCHES = [
  [38, 0.03],
  [66, 0.02],
  [215, 0.03],
  [252, 0.02],
  [290, 0.015],
];
/** A season's rest goes, a little each day: first day of the year, days. */
const SEASON_ENDS = [
  [45, 12],
  [225, 12],
];
/** Prices of most products rise a little. */
const PRICE_RISES = [33, 250];

export class Shop {
  #random;
  #next = 0;
  #collection = 0;
  /** Records by id. They are never changed, only replaced: what is another object has changed. */
  products = new Map();
  #onSale = new Set();
  day = 0;

  constructor(seed, products) {
    this.#random = randomOf(seed, 41);
    for (let nth = 0; nth < products; nth++)
      this.#launch(pick(this.#random, CATEGORIES), pick(this.#random, BRANDS));
  }

  get date() {
    return new Date(Date.UTC(2023, 0, 1) + this.day * DAY_MS);
  }

  /** The next day's catalog; what happened to whom stays with the shop. */
  nextDay() {
    this.day++;
    const weekday = this.date.getUTCDay();
    const dayOfYear = this.day % 365;
    const isWeekend = weekday === SUNDAY || weekday === SATURDAY;
    const isMonday = weekday === MONDAY;
    const pace = isWeekend ? 0.15 : isMonday ? 2 : 1;
    const isChristmas = dayOfYear > 325 && dayOfYear < 358;
    this.#prices(0.012 * pace);
    if (PRICE_RISES.includes(dayOfYear)) this.#rise(0.6);
    this.#stock(0.004 * (isWeekend ? 1.5 : 1) * (isChristmas ? 2 : 1), isWeekend ? 0 : isMonday ? 0.2 : 0.08);
    this.#editorial(pace);
    this.#sales(dayOfYear);
    for (const [day, share] of LAUNCHES) if (day === dayOfYear) this.#collectionOf(share);
    for (let count = this.#count(0.0008 * pace); count > 0; count--)
      this.#launch(pick(this.#random, CATEGORIES), pick(this.#random, BRANDS));
    const isSeasonEnd = SEASON_ENDS.some(([first, days]) => dayOfYear >= first && dayOfYear < first + days);
    this.#discontinue(isSeasonEnd && !isWeekend ? 0.005 : 0.0006 * pace);
    return this.products;
  }

  /** How many of the products, on average that share. */
  #count(share) {
    const mean = share * this.products.size;
    return Math.floor(mean) + (this.#random() < mean % 1 ? 1 : 0);
  }

  #each(share, change) {
    for (const [id, record] of this.products) {
      if (this.#random() >= share) continue;
      const changed = change(record, id);
      if (changed !== undefined) this.products.set(id, changed);
    }
  }

  #prices(share) {
    this.#each(share, (record) => repriced(record, 1 + (this.#random() - 0.5) * 0.3));
  }

  #rise(share) {
    this.#each(share, (record) => repriced(record, 1.03 + this.#random() * 0.03));
  }

  #stock(soldOut, back) {
    this.#each(1, (record) => {
      const { availability } = record.attributes;
      if (this.#random() < (availability ? soldOut : back))
        return withAttributes(record, { availability: !availability });
      return undefined;
    });
  }

  #editorial(pace) {
    this.#each(0.002 * pace, (record) => withAttributes(record, { description: this.#text() }));
    this.#each(0.0005 * pace, (record) =>
      withAttributes(record, { title: `${record.attributes.title} ${pick(this.#random, WORDS)}` }),
    );
    this.#each(0.0005 * pace, (record) =>
      withAttributes(record, { category_paths: pathsOf(pick(this.#random, CATEGORIES)) }),
    );
    this.#each(0.02 * pace, (record) =>
      withAttributes(record, {
        rating: between(this.#random, 20, 50) / 10,
        reviews: (record.attributes.reviews ?? 0) + 1,
      }),
    );
    this.#each(0.003 * pace, (record, id) => this.#resized(record, id));
  }

  /** A size is sold out for good, or comes. */
  #resized(record, id) {
    const variants = { ...record.variants };
    const names = Object.keys(variants);
    if (names.length > 1 && this.#random() < 0.5) delete variants[pick(this.#random, names)];
    else if (names.length < 8)
      variants[`${id}-n${this.day}`] = variantOf(record.attributes.price, this.#random);
    return { ...record, variants };
  }

  #sales(dayOfYear) {
    for (const [first, days, share] of SALES) {
      if (dayOfYear === first) {
        this.#each(share, (record, id) => {
          this.#onSale.add(id);
          const off = 0.5 + this.#random() * 0.4;
          return withAttributes(record, { sale_price: cents(record.attributes.price * off), badge: 'sale' });
        });
      }
      if (dayOfYear !== first + days) continue;
      for (const id of this.#onSale) {
        const record = this.products.get(id);
        if (record === undefined) continue;
        const { badge: _, ...attributes } = record.attributes;
        this.products.set(id, { ...record, attributes: { ...attributes, sale_price: attributes.price } });
      }
      this.#onSale.clear();
    }
  }

  #collectionOf(share) {
    const brand = this.#random() < 0.5 ? `Studio ${++this.#collection}` : pick(this.#random, BRANDS);
    const category = pick(this.#random, CATEGORIES);
    for (let count = this.#count(share); count > 0; count--) this.#launch(category, brand);
  }

  #discontinue(share) {
    for (const id of [...this.products.keys()]) if (this.#random() < share) this.products.delete(id);
  }

  #launch(category, brand) {
    const random = this.#random;
    const id = `P${10_000 + this.#next++}`;
    const price = cents(10 ** (1 + 1.1 * (random() + random())));
    const attributes = {
      title: `${pick(random, WORDS)} ${category.slice(0, -1)} ${this.#next}`,
      description: this.#text(),
      ...(random() < 0.995 && { brand }),
      price,
      sale_price: price,
      availability: random() < 0.95,
      category_paths: pathsOf(category),
      url: `https://shop.example/p/${id}`,
      thumb_image: `https://img.shop.example/${id}.jpg`,
      ...(random() < 0.9 && { gtin: String(4_000_000_000_000 + Math.floor(random() * 1e12)) }),
      ...(random() < 0.7 && { color: pick(random, COLORS) }),
      ...(random() < 0.5 && { material: pick(random, MATERIALS) }),
      ...(this.day === 0 &&
        random() < 0.6 && { rating: between(random, 20, 50) / 10, reviews: between(random, 1, 300) }),
      ...(random() < 0.1 && { video: `https://img.shop.example/${id}.mp4` }),
    };
    const variants = {};
    for (let nth = between(random, 1, 7); nth > 0; nth--) variants[`${id}-${nth}`] = variantOf(price, random);
    this.products.set(id, { attributes, variants });
  }

  #text() {
    let text = '';
    for (let word = between(this.#random, 20, 90); word > 0; word--) text += `${pick(this.#random, WORDS)} `;
    return text + Math.floor(this.#random() * 1e6);
  }
}

export function cents(price) {
  return Math.round(price * 100) / 100;
}

export function withAttributes(record, attributes) {
  return { ...record, attributes: { ...record.attributes, ...attributes } };
}

export function pathsOf(category) {
  return [
    [
      { id: 'home', name: 'Home' },
      { id: category, name: category },
    ],
  ];
}

function repriced(record, factor) {
  const price = cents(record.attributes.price * factor);
  const { badge, sale_price: before, price: was } = record.attributes;
  const sale_price = badge === 'sale' ? cents((before / was) * price) : price;
  return withAttributes(record, { price, sale_price });
}

function variantOf(price, random) {
  return {
    attributes: {
      size: pick(random, ['S', 'M', 'L', 'XL']),
      price,
      sku_image: `https://img.shop.example/${Math.floor(random() * 1e9)}.jpg`,
    },
  };
}
