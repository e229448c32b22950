import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));

interface Import {
  from: string;
  /** Path inside src for our own modules, else the package name. */
  to: string;
  own: boolean;
}

function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('assembly'));
}

/** Static and dynamic imports, type imports included. */
function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(src, file), 'utf8');
  return [...text.matchAll(/(?:from\s+|import\()\s*'([^']+)'/g)].map(([, specifier = '']) => {
    const own = specifier.startsWith('.');
    return { from: file, to: own ? path.join(path.dirname(file), specifier) : specifier, own };
  });
}

const all = sourceFiles().flatMap(importsOf);
const room = (file: string): string => file.split('/')[0] ?? '';

/** The rooms of src from the ground up; a room imports only rooms of a lower rank. */
const RANKS: Readonly<Record<string, number>> = {
  base: 0,
  protocol: 0,
  catalog: 1,
  engine: 2,
  client: 3,
  server: 3,
  rehearse: 4,
  cli: 5,
  'main.ts': 6,
  // Data beside src: `words/`.
  '..': -1,
};

test('each room imports only rooms below it', () => {
  const upward = all.filter(
    ({ from, to, own }) =>
      own && room(from) !== room(to) && (RANKS[room(to)] ?? 9) >= (RANKS[room(from)] ?? -1),
  );
  expect(upward.map((edge) => `${edge.from} -> ${edge.to}`)).toEqual([]);
});

test('protocol imports nothing of ours and does no I/O', () => {
  const leaving = all.filter(
    (edge) => room(edge.from) === 'protocol' && !(edge.own && room(edge.to) === 'protocol'),
  );
  expect(leaving).toEqual([]);
});

test('base imports base alone', () => {
  const leaving = all.filter((edge) => edge.own && room(edge.from) === 'base' && room(edge.to) !== 'base');
  expect(leaving).toEqual([]);
});

test('only the server imports engines', () => {
  const importing = all.filter((edge) => edge.own && room(edge.to) === 'engine');
  expect([...new Set(importing.map((edge) => room(edge.from)))].sort()).toEqual(['engine', 'server']);
});

test('only convert reads the words of feeds, and nothing else beside src is imported', () => {
  const beside = all.filter(({ to, own }) => own && to.startsWith('../'));
  expect(beside.length).toBeGreaterThan(5);
  const others = beside.filter(
    ({ from, to }) => !from.startsWith('client/convert/') || !to.startsWith('../words/'),
  );
  expect(others).toEqual([]);
});

test('the server takes only the difference of two records from the delta', () => {
  const taken = all.filter((edge) => room(edge.from) === 'server' && edge.to.startsWith('catalog/delta/'));
  expect([...new Set(taken.map((edge) => edge.to))]).toEqual(['catalog/delta/record-operations.ts']);
});

test('engines are known by name where one is chosen, and nowhere else', () => {
  const rooms = ['engine/embedded/', 'engine/opensearch/'];
  const within = (file: string, folder: string) => file.startsWith(folder);
  const naming = all.filter(
    (edge) =>
      edge.own &&
      rooms.some((folder) => within(edge.to, folder) && !within(edge.from, folder)) &&
      !within(edge.from, 'server/engines/'),
  );
  expect(naming).toEqual([]);
});

test('only cli knows commander, ora and cli-table3', () => {
  const terminal = all.filter(
    (edge) => ['commander', 'ora', 'cli-table3'].includes(edge.to) && room(edge.from) !== 'cli',
  );
  expect(terminal).toEqual([]);
});

test('only main.ts touches process', () => {
  const touching = sourceFiles().filter(
    (file) => file !== 'main.ts' && /(?<![.\w'])process\.\w/.test(withoutComments(file)),
  );
  expect(touching).toEqual([]);
});

/** What a service in a program of somebody else has to ask of the process itself. */
const OF_THE_PROCESS = ['pid', 'kill', 'memoryUsage', 'hrtime', 'arch', 'platform', 'versions'];

test('only facts of the process itself are imported: no arguments, environment, streams or exit', () => {
  const imported = sourceFiles()
    .filter((file) => file !== 'main.ts')
    .flatMap((file) =>
      [...withoutComments(file).matchAll(/import ([^;]*?) from 'node:process'/g)].flatMap(([, names = '']) =>
        names.replace(/^\{ (.*) \}$/, '$1').split(', '),
      ),
    );
  expect(imported.filter((name) => !OF_THE_PROCESS.includes(name))).toEqual([]);
});

/** Files that import each other in a circle, types included, each circle as its files. */
function circles(): string[][] {
  const imports = new Map<string, string[]>();
  for (const { from, to, own } of all) if (own) imports.set(from, [...(imports.get(from) ?? []), to]);
  const reached = (start: string) => {
    const seen = new Set<string>();
    const next = [...(imports.get(start) ?? [])];
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      next.push(...(imports.get(file) ?? []));
    }
    return seen;
  };
  const above = new Map([...imports.keys()].map((file) => [file, reached(file)]));
  const inCircle = [...above].filter(([file, below]) => below.has(file)).map(([file]) => file);
  const found = inCircle.map((file) =>
    inCircle.filter((other) => above.get(file)?.has(other) && above.get(other)?.has(file)),
  );
  return [...new Map(found.map((circle) => [circle.join(), circle])).values()];
}

test('no file imports itself in a circle, types included', () => {
  expect(circles()).toEqual([]);
});

/** Rooms inside a room, from the ground up. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  client: ['convert', 'profile', 'api', 'sftp', 'state', 'delivery'],
  catalog: ['opening', 'findings', 'splitting', 'operations', 'rules', 'ids', 'kernel', 'delta'],
  'catalog/delta': ['bytes', 'source', 'kernel', 'record', 'output', 'findings', 'join'],
  'server/http': ['errors', 'access', 'calls', 'openapi', 'routes', 'control'],
  'server/service': [
    'account',
    'control',
    'files',
    'registry',
    'jobs',
    'load',
    'index-run',
    'catalog',
    'merchandising',
    'search',
    'past',
    'explain',
    'widgets',
    'front',
  ],
  engine: [
    'query',
    'text',
    'values',
    'words',
    'ranking',
    'record',
    'fields',
    'facets',
    'keywords',
    'indexing',
    'explain',
    'documents',
    'embedded',
    'opensearch',
  ],
  'engine/opensearch': ['cluster', 'sharing', 'documents', 'building', 'queries', 'answers', 'host'],
  'engine/embedded': [
    'columns',
    'snapshot',
    'postings',
    'building',
    'filters',
    'facets',
    'matching',
    'ranking',
    'documents',
    'host',
  ],
};

test.each(Object.entries(LAYERS))('each room of %s imports only rooms below it', (folder, layers) => {
  const layer = (file: string) =>
    file.startsWith(`${folder}/`) ? layers.indexOf(file.slice(folder.length + 1).split('/')[0] ?? '') : -1;
  const upward = all.filter((edge) => edge.own && layer(edge.from) >= 0 && layer(edge.to) > layer(edge.from));
  expect(upward.map((edge) => `${edge.from} -> ${edge.to}`)).toEqual([]);
});

const COMMAND_FILES = sourceFiles().filter((file) => file.endsWith('.command.ts'));

test('only the list of commands knows their declarations', () => {
  const importing = all.filter((edge) => edge.own && COMMAND_FILES.includes(edge.to));
  expect([...new Set(importing.map((edge) => edge.from))]).toEqual(['cli/commands.ts']);
});

/** The folder of a command's family, or undefined for what lies elsewhere. */
const family = (file: string) => /^cli\/commands\/([^/]+)\//.exec(file)?.[1];

test('no family of commands imports another, and what they share imports none', () => {
  const crossing = all.filter(
    ({ from, to, own }) =>
      own &&
      family(to) !== undefined &&
      family(to) !== family(from) &&
      (family(from) !== undefined || /^cli\/(shared|output|config)\//.test(from)),
  );
  expect(crossing.map((edge) => `${edge.from} -> ${edge.to}`)).toEqual([]);
});

test('a command declares its options, and loads nothing but its run', () => {
  const doing = COMMAND_FILES.flatMap((file) =>
    [...withoutComments(file).matchAll(/\bimport\('([^']+)'\)/g)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !/^(\.|\.\.\/\.\.\/shared)\/[\w-]+-runs?\.ts$/.test(specifier))
      .map((specifier) => `${file} -> ${specifier}`),
  );
  const printing = all.filter(
    ({ from, to }) => COMMAND_FILES.includes(from) && /cli\/output\/|-output\.ts$/.test(to),
  );
  expect([...doing, ...printing]).toEqual([]);
});

test('only runs, *-output.ts and cli/output turn what was found into a document or a text', () => {
  const printing = sourceFiles().filter(
    (file) =>
      !/^cli\/output\/|^cli\/.*-(?:output|runs?)\.ts$/.test(file) &&
      /\boutput\s*\.(result|paged|line)\(/.test(withoutComments(file)),
  );
  expect(printing).toEqual([]);
});

/** Parts that are tested by themselves, and what the program's own start calls. */
const EXPORTED_FOR_OTHERS = [
  'BodyTap',
  'buildCategoryLink',
  'formatJobTime',
  'isSameSecret',
  'makeMemoryFolder',
  'openEmbedded',
  'parseCatalogViews',
  'parseCoordinates',
  'parseSegment',
  'formatPathwaysFacets',
  'createQuotaWarning',
  'findRelatedCategories',
  'ResponseCache',
  'toResponseCacheKey',
  'runProcess',
  'extractAddressWords',
];

test('what a file exports is used by another', () => {
  const texts = new Map(sourceFiles().map((file) => [file, withoutComments(file)]));
  const filesByWord = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    for (const word of new Set(text.match(/\w+/g)))
      filesByWord.set(word, (filesByWord.get(word) ?? new Set()).add(file));
  }
  const exported = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
  const unused = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(exported)]
      .map(([, name = '']) => name)
      .filter((name) => filesByWord.get(name)?.size === 1 && !EXPORTED_FOR_OTHERS.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});

const ARCHITECTURE = readFileSync(new URL('../docs/explanation/architecture.md', import.meta.url), 'utf8');
/** A name that says all has no description: a space ends each line. */
const MAP = ARCHITECTURE.replaceAll('\n', ' \n');

test('the map of the docs names every room and file at the top of src', () => {
  const entries = readdirSync(src, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  );
  expect(entries.filter((name) => !MAP.includes(`\n  ${name} `))).toEqual([]);
});

test('the map names every room of cli', () => {
  const rooms = readdirSync(path.join(src, 'cli'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(rooms.filter(({ name }) => !MAP.includes(`\n    ${name}/ `)).map(({ name }) => name)).toEqual([]);
});

test('the files that CONTRIBUTING names to change are there', () => {
  const guide = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  const [, table = ''] = guide.split('## Where to change what');
  const named = [...(table.split('\n## ')[0] ?? '').matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(path.join(src, file)))).toEqual([]);
});

test.each(Object.entries(LAYERS))(
  'the map names every room of %s, in the order of its layers',
  (folder, layers) => {
    const below = sourceFiles().filter((file) => file.startsWith(`${folder}/`));
    const names = below.map((file) => file.slice(folder.length + 1)).filter((file) => file.includes('/'));
    expect([...new Set(names.map(room))].sort()).toEqual([...layers].sort());
    const parents = folder.split('/');
    const depth = parents.length;
    const parent = parents.reduce(
      (after, name, index) => MAP.indexOf(`\n${'  '.repeat(index + 1)}${name}/ `, after),
      0,
    );
    const indent = '  '.repeat(depth + 1);
    const places = layers.map((name) => MAP.indexOf(`\n${indent}${name}/ `, parent));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  },
);

function withoutComments(file: string): string {
  return readFileSync(path.join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}
