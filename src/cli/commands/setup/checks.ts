import { arch, platform, versions } from 'node:process';
import { BrctlError, isNotFound } from '../../../base/errors.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import { createCatalogApi } from '../../../client/api/catalog-api.ts';
import { isLoopback } from '../../../client/api/catalog-state.ts';
import type { HttpClient } from '../../../client/api/http-call.ts';
import { parseObject } from '../../../client/api/http-json.ts';
import { readControlOrigin, sendControlCall } from '../../../client/api/local-control.ts';
import { fetchSearch } from '../../../client/api/search-api.ts';
import {
  buildRequestUrl,
  buildSearchPairs,
  KEYWORD_SEARCH,
  type Pair,
} from '../../../client/api/search-request.ts';
import { buildWidgetPairs } from '../../../client/api/widget.ts';
import { createSftpLink } from '../../../client/sftp/reconnecting-sftp.ts';
import type { Config } from '../../config/config.ts';
import { SECRETS, SETTINGS } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { hasSftpCredentials } from '../../shared/caller.ts';
import { readCatalogTarget } from '../../shared/catalog-area.ts';
import { chooseUrlSetting } from '../../shared/local-service.ts';
import { readSftpConfig } from '../../shared/sftp-link.ts';

/** Result of a passed or skipped check; undefined if nothing is configured. Rejects if the check fails. */
export type CheckAnswer = Promise<string | { skipped: string } | undefined>;

/** No job has this id: a service that knows the key answers 404. */
const NO_JOB = '00000000-0000-4000-8000-000000000000';
const TIMEOUT_MS = 5_000;
const ENGINE_TIMEOUT_MS = 10_000;
const MAX_SKEW_MS = 30_000;

const getHost = (url: string): string => new URL(url).host;

/** Every check by its name, in the order in which they are made. */
export function createDoctorChecks(
  context: CommandContext,
  config: Config,
  client: HttpClient,
): Readonly<Record<string, () => CheckAnswer>> {
  const { signal, version, commit = 'of unknown commit', now } = context;
  const { caller, serviceTime } = watchDates({ ...client, tries: 1 });
  let answer: Promise<OwnService | undefined> | undefined;
  const askService = () => {
    answer ??= lookAtOwnService(config, caller, signal);
    return answer;
  };
  const search = (base: string, pairs: readonly Pair[], subject: string) =>
    fetchSearch(caller, { url: buildRequestUrl(base, pairs), timeoutMs: TIMEOUT_MS, signal, subject });

  /** The service where it is a front end; what is wrong with it is told by the check of its engine. */
  const askFrontEnd = async (): Promise<OwnService | undefined> => {
    if (chooseUrlSetting(config) !== 'searchUrl') return undefined;
    const own = await askService().catch((error: unknown) => {
      if (error instanceof BrctlError && error.code === 'local.not_running') throw error;
    });
    return own?.isFrontEnd ? own : undefined;
  };

  return {
    program: async () => `brctl ${version} (${commit}), Node ${versions.node}, ${platform} ${arch}`,

    async configuration() {
      for (const error of config.untrusted) throw error;
      const files = config.files.length === 0 ? 'no file' : config.files.join(', ');
      return `environment ${config.environment} (${config.environmentOrigin}), ${files}`;
    },

    /** The key of the catalog area; a front end alone has none. */
    async 'catalog API'() {
      const front = config.get('apiKey') === undefined ? await askFrontEnd() : undefined;
      if (front !== undefined) {
        const skipped = `${front.address} is a search node (brctl serve --role search): send loads to its ingest node`;
        return { skipped };
      }
      const target = readCatalogTarget(config);
      const apiKey = config.require('apiKey');
      const api = createCatalogApi({ ...caller, ...target, apiKey, timeoutMs: TIMEOUT_MS });
      await api.job(NO_JOB, signal).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      return `${getHost(target.baseUrl)} accepts the key of account ${target.accountId}`;
    },

    /** The key of search, and that the catalog has been indexed. */
    async search() {
      const base = config.require('searchUrl');
      const lacking = OF_SEARCHES.filter((name) => (config.get(name) ?? '') === '');
      const front = lacking.length === 0 ? undefined : await askFrontEnd();
      if (front !== undefined) {
        const variables = lacking.map((name) => ({ ...SETTINGS, ...SECRETS })[name].variable);
        const areUnset = lacking.length === 1 ? 'is not set' : 'are not set';
        throw new BrctlError(`${front.address} answers, but ${lacking.join(', ')} ${areUnset}`, {
          kind: 'config',
          code: 'config.missing',
          why: 'a search node prints no keys: accounts belong to the ingest node',
          hint: `set ${variables.join(', ')} as the ingest node prints them`,
          data: { setting: lacking[0] },
        });
      }
      const searcher = {
        accountId: config.require('accountId'),
        authKey: config.require('authKey'),
        domainKey: config.require('catalog'),
        visitor: 'uid=0:v=app:ts=0:hc=1',
        requestId: '0',
      };
      const pairs = buildSearchPairs(searcher, { fl: 'pid', rows: 1 }, [...KEYWORD_SEARCH, ['q', '*']]);
      await search(base, pairs, `catalog ${searcher.domainKey}; has it been indexed?`);
      return `${getHost(base)} answers for ${searcher.domainKey}`;
    },

    /** Health of the engine of a local service: yellow works, red is an error of the service. */
    async 'search engine'() {
      const engine = (await askService().catch(notBrctlServeError))?.engine;
      return engine && `${engine.engine} is ${engine.state}: ${engine.detail}`;
    },

    /** Whether a catalog of a service on this machine is searched in the language that it seems to be written in. */
    async language() {
      const catalog = config.get('catalog');
      const local = await askService().catch(notBrctlServeError);
      if (local === undefined || catalog === undefined) return undefined;
      const answer = await readLanguage(caller, local.origin, catalog, signal);
      if (answer === undefined) return { skipped: `${catalog} is not indexed` };
      const { language, proposed } = answer;
      if (proposed === null || proposed === language) return `${catalog} is searched as ${language}`;
      return `${catalog} is searched as ${language}, but seems to be written in ${proposed}: set ${formatLanguageSetting(catalog, proposed)}`;
    },

    /** The key of the widget, where one is set. */
    async widget() {
      const [base, acctAuth] = [config.get('widgetUrl'), config.get('acctAuth')];
      if (base === undefined || acctAuth === undefined) return undefined;
      const account = { acctId: config.require('accountId'), acctAuth };
      const page = { ptype: 'category', ref: '', userAgent: 'brctl' } as const;
      await search(base, buildWidgetPairs(account, 'https://shop.example/', page), 'widget');
      return `${getHost(base)} accepts the key`;
    },

    /** Host key, login and folder of SFTP, where a key is configured. */
    async SFTP() {
      if (!hasSftpCredentials(context, config)) return undefined;
      const sftp = { ...(await readSftpConfig(context, config)), tries: 1 };
      const link = createSftpLink({ config: sftp, signal, timing: context });
      try {
        const entries = await link.use((folder) => folder.list('.'));
        const { host, port, user } = sftp;
        return `${host}:${port} accepts ${user}, with the known host key (${pluralize(entries.length, 'entry')})`;
      } finally {
        await link.end();
      }
    },

    /** Signatures, retention and Retry-After dates depend on the clock. */
    async clock() {
      const serviceMs = serviceTime();
      if (serviceMs === undefined) return undefined;
      const skewMs = Math.abs(now().getTime() - serviceMs);
      if (skewMs <= MAX_SKEW_MS) return `agrees with the service within ${Math.ceil(skewMs / 1_000)} s`;
      throw new BrctlError(`is ${Math.round(skewMs / 1_000)} s off the service's`, {
        kind: 'config',
        code: 'doctor.clock',
        hint: "set this machine's clock, preferably by NTP",
      });
    },
  };
}

/** A caller that also notes the service's time, from the `Date` header of each answer (ms since 1970). */
function watchDates(caller: HttpClient): { caller: HttpClient; serviceTime(): number | undefined } {
  let serviceMs: number | undefined;
  const send: (...request: Parameters<HttpClient['transport']>) => ReturnType<HttpClient['transport']> =
    async (request) => {
      const answer = await caller.transport(request);
      const date = Date.parse(answer.headers.date ?? '');
      if (!Number.isNaN(date)) serviceMs = date;
      return answer;
    };
  const transport = Object.assign(send, { close: () => caller.transport.close() });
  return { caller: { ...caller, transport }, serviceTime: () => serviceMs };
}

/** Settings of a search that the lines of a front end lack. */
const OF_SEARCHES = ['accountId', 'authKey', 'catalog'] as const;

/** The line of `.brctlrc` that has a catalog searched in a language. */
export function formatLanguageSetting(catalog: string, language: string): string {
  return `serve.search.catalogs.${catalog}.language: ${language}`;
}

/** How a catalog is searched, and what its texts seem to be written in; undefined where nothing is indexed. */
export async function readLanguage(
  caller: HttpClient,
  origin: string,
  catalog: string,
  signal: AbortSignal,
): Promise<{ language: string; proposed: string | null } | undefined> {
  const call = {
    method: 'GET',
    path: `catalogs/${encodeURIComponent(catalog)}/language`,
    subject: `language of ${catalog}`,
    answers: 'brctl.catalog-language/1',
    timeoutMs: ENGINE_TIMEOUT_MS,
  } as const;
  const answer = await sendControlCall(caller, origin, call, signal, parseObject).catch(notBrctlServeError);
  return answer as { language: string; proposed: string | null } | undefined;
}

/** The other checks report a service that does not run, or is no `brctl serve`. */
function notBrctlServeError(error: unknown): undefined {
  const isOther =
    error instanceof BrctlError &&
    (error.kind === 'not-found' || ['local.not_running', 'local.other_service'].includes(error.code));
  if (!isOther) throw error;
}

interface OwnService {
  /** `127.0.0.1:4747` */
  address: string;
  origin: string;
  isFrontEnd: boolean;
  engine: { engine: string; state: string; detail: string };
}

/**
 * Identity of the service at the configured address; undefined for one on another machine.
 * @throws BrctlError `local.not_running`, `local.other_service`; where its search engine is red
 */
async function lookAtOwnService(
  config: Config,
  caller: HttpClient,
  signal: AbortSignal,
): Promise<OwnService | undefined> {
  const url = config.peek(chooseUrlSetting(config));
  if (url === undefined || !isLoopback(url)) return undefined;
  const call = {
    method: 'GET',
    path: 'ready',
    subject: 'search engine',
    answers: 'brctl.serve/1',
    timeoutMs: ENGINE_TIMEOUT_MS,
  } as const;
  const origin = readControlOrigin(url, config.environment);
  const ready = await sendControlCall(caller, origin, call, signal, parseObject);
  const isFrontEnd = ready.searchUrl !== undefined && ready.catalogUrl === undefined;
  return { address: getHost(url), origin, isFrontEnd, engine: ready.engine as OwnService['engine'] };
}
