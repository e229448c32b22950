// Writes fixtures/: a furniture and lighting shop of 200 products, the same shop a day later, and 24 guide articles.
// Seeded: the same files come out every time. Run it after a change here: node scripts/make-fixtures.mjs
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const fixtures = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'fixtures');

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const random = randomFrom(20311);
const pick = (list) => list[Math.floor(random() * list.length)];
const between = (low, high) => low + Math.floor(random() * (high - low + 1));
const some = (list, most) => [...list].sort(() => random() - 0.5).slice(0, between(1, most));

const BRANDS = [
  'Oakley & Sons',
  'Nordlys',
  'Birch & Co',
  'Maison Claire',
  'Hübner',
  'Kestrel',
  'Fjordhem',
  'Atelier Nine',
];
const SERIES = [
  'Alba',
  'Brisa',
  'Calder',
  'Dune',
  'Ember',
  'Fenn',
  'Grove',
  'Halden',
  'Isla',
  'Juno',
  'Kasai',
  'Luma',
  'Marlow',
  'Noor',
  'Orla',
  'Pell',
  'Quill',
  'Rook',
  'Sable',
  'Tove',
];
const COLORS = [
  ['oak', 'Oak'],
  ['walnut', 'Walnut'],
  ['black', 'Matt Black'],
  ['white', 'Chalk White'],
  ['brass', 'Brushed Brass'],
  ['green', 'Moss Green'],
  ['blue', 'Harbour Blue'],
  ['terracotta', 'Terracotta'],
];
const DEPARTMENTS = [
  {
    id: '100',
    name: 'Lighting',
    leaves: [
      [
        '110',
        'Floor lamps',
        'floor lamp',
        89,
        420,
        ['140 cm', '160 cm'],
        'Stands beside a reading chair and throws a warm, wide light.',
      ],
      [
        '120',
        'Table lamps',
        'table lamp',
        39,
        190,
        ['32 cm', '48 cm'],
        'Small enough for a shelf, bright enough for a desk.',
      ],
      [
        '130',
        'Pendant lights',
        'pendant light',
        59,
        350,
        ['30 cm', '45 cm', '60 cm'],
        'Hangs over a dining table on a braided cord.',
      ],
      [
        '140',
        'Desk lamps',
        'desk lamp',
        45,
        160,
        [],
        'The arm turns on two joints and stays where it is put.',
      ],
    ],
  },
  {
    id: '200',
    name: 'Furniture',
    leaves: [
      [
        '210',
        'Dining chairs',
        'dining chair',
        79,
        260,
        [],
        'A chair for long dinners, with a seat shaped from one sheet of wood.',
      ],
      [
        '220',
        'Sofas',
        'sofa',
        590,
        2400,
        ['2-seat', '3-seat'],
        'Deep cushions in a removable cover over a solid frame.',
      ],
      [
        '230',
        'Coffee tables',
        'coffee table',
        149,
        640,
        ['80 cm', '110 cm'],
        'A low table with a shelf for books underneath.',
      ],
      [
        '240',
        'Bookcases',
        'bookcase',
        199,
        890,
        ['3 shelves', '5 shelves'],
        'Open on both sides, so that it can divide a room.',
      ],
      ['250', 'Daybeds', 'daybed', 480, 1250, [], 'A bench by day and a guest bed by night.'],
    ],
  },
  {
    id: '300',
    name: 'Textiles',
    leaves: [
      [
        '310',
        'Rugs',
        'wool rug',
        120,
        980,
        ['140 x 200 cm', '200 x 300 cm'],
        'Woven by hand from undyed and dyed wool.',
      ],
      ['320', 'Cushions', 'cushion', 19, 85, ['45 cm', '60 cm'], 'Linen on one side, velvet on the other.'],
      ['330', 'Throws', 'throw', 35, 140, [], 'A light blanket for the arm of a sofa.'],
    ],
  },
  {
    id: '400',
    name: 'Kitchen',
    leaves: [
      [
        '410',
        'Stools',
        'kitchen stool',
        69,
        240,
        ['65 cm', '75 cm'],
        'Fits under a counter and wipes clean.',
      ],
      [
        '420',
        'Storage jars',
        'storage jar',
        12,
        48,
        ['0.5 l', '1.2 l'],
        'Glass with a lid that seals by its own weight.',
      ],
    ],
  },
];
const STORES = [
  [52.3702, 4.8952],
  [51.9244, 4.4777],
  [52.52, 13.405],
  [48.1351, 11.582],
  [51.5072, -0.1276],
  [55.6761, 12.5683],
];

const slug = (text) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const money = (low, high) => Math.round((low + random() * (high - low)) * 20) / 20;

function product(number) {
  const department = pick(DEPARTMENTS);
  const [leafId, leafName, noun, low, high, sizes, sentence] = pick(department.leaves);
  const series = pick(SERIES);
  const brand = pick(BRANDS);
  const pid = `${department.id[0]}${String(number).padStart(4, '0')}`;
  const title = `${series} ${noun}`;
  const url = `https://shop.example/p/${slug(title)}-${pid}`;
  const price = money(low, high);
  const onSale = random() < 0.25;
  const paths = [
    [
      { id: department.id, name: department.name },
      { id: leafId, name: leafName },
    ],
  ];
  if (onSale) paths.push([{ id: '900', name: 'Sale' }]);
  if (random() < 0.15)
    paths.push([
      { id: '950', name: 'New' },
      { id: `95${department.id[0]}`, name: `New in ${department.name}` },
    ]);
  const colors = some(COLORS, 4);
  const attributes = {
    title: `${title[0]}${title.slice(1)}`,
    description: `${sentence} The ${series} series by ${brand} is made of ${colors[0][1].toLowerCase()} finished parts that can be replaced one by one.`,
    brand,
    price,
    sale_price: onSale ? Math.round(price * 16) / 20 : price,
    availability: random() > 0.06,
    url,
    thumb_image: `https://img.example/${pid}/thumb.jpg`,
    large_image: `https://img.example/${pid}/large.jpg`,
    category_paths: paths,
    keywords: [
      noun,
      series.toLowerCase(),
      ...some(['scandinavian', 'handmade', 'small spaces', 'gift', 'living room', 'bedroom'], 3),
    ],
    reviews: between(0, 240),
    rating: between(28, 50) / 10,
    launch_date: `2031-0${between(1, 9)}-1${between(0, 9)}`,
    store_location: some(STORES, 3).map(([lat, lon]) => ({ lat, lon })),
  };
  const variants = {};
  for (const [group, color] of colors) {
    for (const size of sizes.length > 0 ? sizes : ['']) {
      const sku = `${pid}-${group.slice(0, 3).toUpperCase()}${size === '' ? '' : `-${size.replace(/[^0-9a-z]/gi, '')}`}`;
      const extra = sizes.indexOf(size) > 0 ? Math.round(price * 5) / 20 : 0;
      variants[sku] = {
        attributes: {
          color,
          color_group: group,
          ...(size === '' ? {} : { size }),
          price: Math.round((price + extra) * 20) / 20,
          sale_price: Math.round((attributes.sale_price + extra) * 20) / 20,
          swatch_image: `https://img.example/swatch/${group}.jpg`,
          availability: random() > 0.1,
        },
      };
    }
  }
  const skus = Object.keys(variants);
  const views = {};
  if (random() < 0.4) {
    const last = skus[skus.length - 1];
    views.store_nl = {
      attributes: { title: `${series} ${noun} (NL)`, price: Math.round(price * 21.4) / 20 },
      ...(skus.length > 1 ? { variants: { [last]: { attributes: {}, exclude_from_view: true } } } : {}),
    };
  }
  if (random() < 0.1) views.store_uk = { attributes: { availability: false } };
  return { pid, value: { attributes, variants, ...(Object.keys(views).length > 0 ? { views } : {}) } };
}

const line = (path_, value) => `${JSON.stringify({ op: 'add', path: path_, value })}\n`;
const lines = (products) => products.map(({ pid, value }) => line(`/products/${pid}`, value)).join('');

const today = Array.from({ length: 200 }, (_, at) => product(at + 1));
writeFileSync(path.join(fixtures, 'catalog.jsonl'), lines(today));

/** A day later: prices, stock, texts and stores changed; three products gone, four new ones. */
const nextDay = structuredClone(today);
nextDay.forEach(({ value }, at) => {
  if (at % 23 === 5) value.attributes.price = Math.round(value.attributes.price * 21) / 20;
  if (at % 31 === 7) value.attributes.availability = !value.attributes.availability;
  if (at % 41 === 9) value.attributes.title = `${value.attributes.title}, second edition`;
  if (at % 53 === 11) value.attributes.store_location = [{ lat: 50.8503, lon: 4.3517 }];
  if (at % 61 === 13) {
    const [sku] = Object.keys(value.variants);
    value.variants[sku].attributes.sale_price = 9.5;
  }
});
nextDay.splice(150, 3);
for (let number = 201; number <= 204; number++) nextDay.push(product(number));
writeFileSync(path.join(fixtures, 'catalog-next-day.jsonl'), lines(nextDay));

const TOPICS = [
  'choosing a reading light',
  'caring for oak',
  'rugs in small rooms',
  'hanging a pendant light',
  'a sofa that lasts',
  'storing dry food',
];
const articles = Array.from({ length: 24 }, (_, at) => {
  const topic = TOPICS[at % TOPICS.length];
  const part = Math.floor(at / TOPICS.length) + 1;
  const id = `guide-${String(at + 1).padStart(2, '0')}`;
  return line(`/items/${id}`, {
    attributes: {
      item_title: `Guide to ${topic}, part ${part}`,
      title: `Guide to ${topic}, part ${part}`,
      description: `What to know about ${topic}: materials, sizes and what our workshop has learned (part ${part}).`,
      url: `https://shop.example/guides/${id}`,
      thumb_image: `https://img.example/guides/${id}.jpg`,
      author: pick(['Mila', 'Jonas', 'Ada']),
    },
  });
});
writeFileSync(path.join(fixtures, 'guides.jsonl'), articles.join(''));
