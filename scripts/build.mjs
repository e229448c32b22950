// Builds dist/: one bundle with code splitting, so that a command loads only the chunks it uses.
// src/server/inspector becomes the files of a web page, dist/inspector/*.
// Every src/**/<name>.worker.ts becomes dist/<name>.worker.js and every src/**/assembly/<name>.ts becomes
// dist/<name>.wasm; src/base/files/built-file.ts finds both. With --package the declarations of the
// library entries and the pages of the manual are added.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { chunkOf } from './chunks.mjs';
import { leaveOutUnusedParts } from './unused-parts.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const src = path.join(root, 'src');
const dist = path.join(root, 'dist');

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * Packages that are installed beside brctl: those with native parts, and the client of OpenSearch, which few need and which is
 * large. All others are bundled: devDependencies.
 */
const external = Object.keys(manifest.dependencies);

/**
 * What Fastify loads only for routes with schemas, for its own log and for calls without a socket, and cosmiconfig only for configuration
 * that is code: brctl has none of them.
 */
const NEVER_LOADED = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'pino',
  'light-my-request',
  'typescript',
];

/** What other programs import: `brctl/<name>`, with declarations. */
const LIBRARY = {
  emulator: 'server/server.ts',
  diff: 'catalog/delta/diff.ts',
  apply: 'catalog/delta/apply.ts',
  validate: 'catalog/validate.ts',
  input: 'catalog/input.ts',
};

const sources = readdirSync(src, { recursive: true }).map((file) => path.join(src, String(file)));

/** When a module was changed last: modules share parts, so any of them counts. */
function modulesChangedMs() {
  const files = sources.filter((file) => /\/assembly\/.*\.(ts|json)$/.test(file));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** In one step, so that a run beside the build reads the old file or the new one and never half of one. */
function replaceFile(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, contents);
  renameSync(`${file}.part`, file);
}

function buildWasm() {
  const modules = sources.filter(
    (file) => path.basename(path.dirname(file)) === 'assembly' && file.endsWith('.ts'),
  );
  const changedMs = modulesChangedMs();
  for (const source of modules) {
    const target = path.join(dist, `${path.basename(source, '.ts')}.wasm`);
    if (existsSync(target) && statSync(target).mtimeMs > changedMs) continue;
    const asc = path.join(root, 'node_modules/assemblyscript/bin/asc.js');
    const config = path.join(path.dirname(source), 'asconfig.json');
    execFileSync(process.execPath, [asc, source, '--config', config, '--outFile', `${target}.part`], {
      stdio: 'inherit',
    });
    renameSync(`${target}.part`, target);
  }
}

/** The commit that is built: of this clone, or named by whoever builds a copy without its history. */
function readCommit() {
  if (process.env.BRCTL_COMMIT || !existsSync(path.join(root, '.git'))) return process.env.BRCTL_COMMIT;
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

async function buildScripts() {
  const workers = sources.filter((file) => file.endsWith('.worker.ts'));
  const input = Object.fromEntries(workers.map((file) => [path.basename(file, '.ts'), file]));
  input.main = path.join(src, 'main.ts');
  for (const [name, file] of Object.entries(LIBRARY)) input[name] = path.join(src, file);
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: [...external, ...NEVER_LOADED].map((name) => new RegExp(`^${name}(/|$)`)),
    transform: {
      target: 'node20',
      define: {
        'globalThis.BRCTL_VERSION': JSON.stringify(manifest.version),
        'globalThis.BRCTL_COMMIT': JSON.stringify(readCommit() ?? null),
      },
    },
    tsconfig: false,
    preserveEntrySignatures: 'allow-extension',
    plugins: [leaveOutUnusedParts],
    // What is imported both at once and on demand is in the chunk of whoever needs it at once, as it is meant.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
  });
  const { output } = await bundle.generate({
    dir: dist,
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: chunkOf(src), debugName: 'together', includeDependenciesRecursively: false }],
    },
  });
  await bundle.close();
  // The entries come last: whatever they import is there by then.
  for (const { fileName, code } of output.sort((a, b) => a.isEntry - b.isEntry))
    replaceFile(path.join(dist, fileName), code);
  removeStale(output.map(({ fileName }) => fileName));
  return output.flatMap(({ moduleIds }) => moduleIds.map((id) => path.relative(root, id)));
}

/** The inspector page of `serve`: what a browser loads, with nothing to fetch from elsewhere. */
async function buildInspector() {
  const folder = path.join(src, 'server/inspector');
  const { metafile, outputFiles } = await build({
    write: false,
    entryPoints: [path.join(folder, 'inspector.tsx'), path.join(folder, 'inspector.css')],
    outdir: path.join(dist, 'inspector'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    tsconfigRaw: { compilerOptions: { jsx: 'react' } },
    inject: [path.join(root, 'scripts/jsx-elements.mjs')],
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  for (const file of outputFiles) replaceFile(file.path, file.contents);
  replaceFile(path.join(dist, 'inspector/index.html'), readFileSync(path.join(folder, 'index.html')));
  return Object.keys(metafile.inputs);
}

/** Packages whose code the bundle carries, by name, each with its folder and its manifest. */
function bundledPackages(inputs) {
  const folders = new Set(
    inputs.flatMap((file) => file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []),
  );
  return [...folders].sort().map((folder) => {
    const at = path.join(root, folder);
    return { at, ...JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) };
  });
}

function writeLicenses(packages) {
  const texts = packages.map(({ at, name, version, license, author, repository }) => {
    const file = readdirSync(at).find((candidate) => /^licen[cs]e/i.test(candidate));
    const by = [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join(', ');
    const text = file
      ? readFileSync(path.join(at, file), 'utf8').trim()
      : `Comes without the text of its licence. By ${by}`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  replaceFile(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

const packageUrl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** What the package is made of, as CycloneDX 1.6: the bundled packages, and those that are installed beside it. */
function writeBillOfMaterials(packages) {
  const beside = external.flatMap((name) => {
    const file = path.join(root, 'node_modules', name, 'package.json');
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : [];
  });
  const components = [...packages, ...beside].map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    purl: packageUrl(name, version),
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
  }));
  const { name, version } = manifest;
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: packageUrl(name, version) } },
    components,
  };
  replaceFile(path.join(dist, 'sbom.json'), `${JSON.stringify(document, null, 2)}\n`);
}

/** The schemas of `--json` by file name, for `brctl help --format json-schema`. */
function bundleSchemas() {
  const folder = path.join(root, 'docs/schema');
  const schemas = readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
  ]);
  replaceFile(path.join(dist, 'json-schemas.json'), JSON.stringify(Object.fromEntries(schemas)));
}

/** Old chunks go after the new ones are in place, so that a run beside the build finds its files. */
function removeStale(current) {
  for (const file of readdirSync(dist)) {
    if (file.endsWith('.js') && !current.includes(file)) rmSync(path.join(dist, file));
  }
}

/** What the program prints whenever it is asked to, kept in files that src/main.ts reads in place of starting it all. */
function keepFixedOutput() {
  const kept = { 'help.txt': ['--help'] };
  for (const shell of ['bash', 'zsh', 'fish']) kept[`completion.${shell}`] = ['completion', shell];
  for (const [file, argv] of Object.entries(kept)) {
    rmSync(path.join(dist, file), { force: true });
    replaceFile(
      path.join(dist, file),
      execFileSync(process.execPath, [path.join(root, 'bin/brctl.js'), ...argv]),
    );
  }
}

/** A page of the manual for brctl and for each of its commands, from the same source as their help. */
function buildManual() {
  const folder = path.join(dist, 'man');
  rmSync(folder, { recursive: true, force: true });
  const brctl = (...argv) => execFileSync(process.execPath, [path.join(root, 'bin/brctl.js'), ...argv]);
  const page = (...words) => {
    const text = brctl('help', ...words, '--format', 'man');
    replaceFile(path.join(folder, `${['brctl', ...words].join('-')}.1`), text);
  };
  page();
  const [commands] = String(brctl('--help-all')).split('\nOptions:\n');
  for (const [, name] of commands.matchAll(/^ {2}([a-z]+) +[A-Z]/gm)) page(name);
  for (const file of manifest.man)
    if (!existsSync(path.join(root, file))) throw new Error(`package.json names ${file}, which is no page`);
}

/** The declarations of the library entries, and of what they refer to: nothing else can be imported. */
function buildTypes() {
  const types = path.join(dist, 'types');
  rmSync(types, { recursive: true, force: true });
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' });
  const kept = new Set();
  for (const file of Object.values(LIBRARY)) addDeclarations(path.join(types, file), kept);
  for (const name of readdirSync(types, { recursive: true })) {
    const file = path.join(types, String(name));
    if (file.endsWith('.d.ts') && !kept.has(file)) rmSync(file);
  }
}

/** Adds the declaration file of a module, and those of the modules that it names. */
function addDeclarations(module, kept) {
  const file = module.replace(/(\.d)?\.ts$/, '.d.ts');
  if (kept.has(file)) return;
  kept.add(file);
  for (const [, named] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g))
    addDeclarations(path.join(path.dirname(file), named), kept);
}

const scripts = await buildScripts();
const packages = bundledPackages([...scripts, ...(await buildInspector())]);
writeLicenses(packages);
writeBillOfMaterials(packages);
buildWasm();
bundleSchemas();
keepFixedOutput();
if (process.argv.includes('--package')) {
  buildTypes();
  buildManual();
}
