// A server's home folder: the jars of pom.xml from Maven Central, each held against jars.sha256, laid out as a distribution
// lays them out. It appears whole or not at all, and is used again by later runs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
const pom = path.join(here, 'pom.xml');
const pins = path.join(here, 'jars.sha256');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
/** Changes with what this file makes of the jars. */
const LAYOUT = '1';

/** What the build of a distribution writes beside a module's jars: its class, whom it extends, which jars are its own. */
const MODULES = [
  {
    name: 'transport-netty4',
    classname: 'org.opensearch.transport.Netty4Plugin',
    jars: /^(transport-netty4-client|netty-)/,
  },
  {
    name: 'lang-painless',
    classname: 'org.opensearch.painless.PainlessPlugin',
    jars: /^(lang-painless|opensearch-scripting-painless-spi|antlr4-runtime|asm-)/,
  },
  {
    name: 'analysis-common',
    classname: 'org.opensearch.analysis.common.CommonAnalysisPlugin',
    extended: 'lang-painless',
    jars: /^analysis-common-/,
  },
  {
    name: 'mapper-extras',
    classname: 'org.opensearch.index.mapper.MapperExtrasPlugin',
    jars: /^mapper-extras-client-/,
  },
  {
    name: 'reindex',
    classname: 'org.opensearch.index.reindex.ReindexPlugin',
    jars: /^(reindex-client|opensearch-rest-client|opensearch-ssl-config|http|commons-)/,
  },
];

export const OPENSEARCH = /<opensearch\.version>([\d.]+)</.exec(readFileSync(pom, 'utf8'))[1];

/** The folder with a server's home, made where it is not there yet; `say` hears what takes long. */
export async function openHome(say) {
  const cache = path.join(
    process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
    'brctl',
    'opensearch',
  );
  const key = createHash('sha256').update(readFileSync(pom)).update(readFileSync(pins)).update(LAYOUT);
  const home = path.join(cache, `${OPENSEARCH}-${key.digest('hex').slice(0, 12)}`);
  if (isThere(home)) return home;
  say(`fetching OpenSearch ${OPENSEARCH} from Maven Central into ${home} (50 MB)`);
  mkdirSync(cache, { recursive: true });
  const unfinished = path.join(cache, `.unfinished-${process.pid}`);
  try {
    await fetchJars(path.join(unfinished, 'lib'));
    checkJars(path.join(unfinished, 'lib'));
    layOut(unfinished);
    take(unfinished, home);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return home;
}

/** Writes jars.sha256 for what pom.xml asks for now. */
export async function pinJars() {
  const folder = path.join(here, `.unfinished-${process.pid}`);
  try {
    await fetchJars(folder);
    writeFileSync(pins, `${linesOf(folder).join('\n')}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fetchJars(folder) {
  // --strict-checksums: a jar that was cut on its way is fetched again, not kept.
  const asked = ['--file', pom, COPY, `-DoutputDirectory=${folder}`, '-DincludeScope=runtime'];
  try {
    await promisify(execFile)('mvn', ['--quiet', '--batch-mode', '--strict-checksums', ...asked]);
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Error('there is no mvn: install Maven (Debian: apt-get install maven)');
    throw new Error(`mvn cannot fetch the server:\n${error.stdout}${error.stderr}`);
  }
}

function checkJars(folder) {
  const wanted = new Set(readFileSync(pins, 'utf8').trim().split('\n'));
  const found = linesOf(folder);
  const strange = found.filter((line) => !wanted.delete(line));
  if (strange.length + wanted.size === 0) return;
  throw new Error(
    `Maven Central has sent other jars than jars.sha256 names:\n${strange.map((line) => `  came    ${line}`).join('\n')}\n` +
      `${[...wanted].map((line) => `  missing ${line}`).join('\n')}`,
  );
}

/** `<sha-256>  <file>`, as sha256sum prints it. */
function linesOf(folder) {
  return readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}`,
    );
}

function layOut(home) {
  mkdirSync(path.join(home, 'plugins'));
  const lib = path.join(home, 'lib');
  for (const { name, classname, extended = '', jars } of MODULES) {
    const folder = path.join(home, 'modules', name);
    mkdirSync(folder, { recursive: true });
    for (const jar of readdirSync(lib).filter((file) => jars.test(file)))
      renameSync(path.join(lib, jar), path.join(folder, jar));
    const descriptor = {
      name,
      description: name,
      version: OPENSEARCH,
      'opensearch.version': OPENSEARCH,
      'java.version': '11',
      classname,
      'extended.plugins': extended,
      'has.native.controller': 'false',
    };
    const lines = Object.entries(descriptor).map(([key, value]) => `${key}=${value}\n`);
    writeFileSync(path.join(folder, 'plugin-descriptor.properties'), lines.join(''));
    // The security manager would not let netty connect, nor others reflect. Only loopback reaches these servers.
    writeFileSync(
      path.join(folder, 'plugin-security.policy'),
      'grant { permission java.security.AllPermission; };\n',
    );
  }
}

/** Moves the finished folder to its place, unless another process was first. */
function take(finished, home) {
  try {
    renameSync(finished, home);
  } catch (error) {
    if (!isThere(home)) throw error;
  }
}

function isThere(folder) {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
