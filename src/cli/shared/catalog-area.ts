import { createHash } from 'node:crypto';
import { type CatalogApi, type CatalogTarget, createCatalogApi } from '../../client/api/catalog-api.ts';
import { type CatalogState, isLoopback, readCatalogState } from '../../client/api/catalog-state.ts';
import { sendGuardReport } from '../../client/api/version-findings.ts';
import type { Ledger } from '../../client/state/ledger.ts';
import type { Destination } from '../../client/state/ledger-entry.ts';
import type { GuardReport } from '../../protocol/control-documents.ts';
import type { Config } from '../config/config.ts';
import { STATE_ON_SFTP } from '../config/settings.ts';
import type { CommandContext } from '../context.ts';
import { withHttpClient } from './caller.ts';
import { locateStateFolder, openFolderState, type StateBackend } from './state-backend.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

export interface CatalogArea {
  api: CatalogApi;
  ledger: Ledger;
  state: StateBackend;
  /** The service's catalog state; undefined if it does not report one. */
  readState(signal: AbortSignal): Promise<CatalogState | undefined>;
  /** Tells a `brctl serve` what guards said of what a job has applied; never throws. */
  sendGuardReport(jobId: string, findings: GuardReport, signal: AbortSignal): Promise<void>;
  environment: string;
  target: CatalogTarget;
}

/** Where requests of this run go. @throws BrctlError `config.missing` */
export function readCatalogTarget(config: Config): CatalogTarget {
  return {
    baseUrl: config.require('catalogUrl').replace(/\/+$/, ''),
    accountId: config.require('accountId'),
    catalog: config.require('catalog'),
  };
}

/**
 * Where a catalog is. A local service that keeps nothing is another one after each start, on the same address; its
 * key, which is new then, tells them apart.
 */
export function identifyAddress(baseUrl: string, apiKey = ''): string {
  if (!isLoopback(baseUrl)) return baseUrl;
  return `${baseUrl}#${createHash('sha256').update(apiKey).digest('hex').slice(0, 8)}`;
}

/** Where a push sends to, and searches: a plan that was made for other addresses is another plan. */
export function sealAddress(config: Config, { baseUrl }: Pick<CatalogTarget, 'baseUrl'>): string {
  const sftp = `${config.get('sftpHost') ?? '-'}:${config.get('sftpPort') ?? '-'}`;
  const search = config.get('searchUrl') ?? '-';
  return `${identifyAddress(baseUrl, config.get('apiKey'))} sftp://${sftp} ${search}`;
}

export async function withCatalogArea<T>(
  context: CommandContext,
  work: (service: CatalogArea) => Promise<T>,
): Promise<T> {
  const config = await context.config();
  const target = readCatalogTarget(config);
  context.output.concern({ environment: config.environment, catalog: target.catalog });
  const apiKey = config.require('apiKey');
  return await withHttpClient(context, config, async (caller) => {
    const timeoutMs = config.durationMs('timeout') ?? DEFAULT_TIMEOUT_MS;
    const api = createCatalogApi({ ...caller, ...target, apiKey, timeoutMs });
    const { environment } = config;
    const { baseUrl, catalog } = target;
    const readState = (signal: AbortSignal) => readCatalogState(caller.transport, baseUrl, catalog, signal);
    const sendReport: CatalogArea['sendGuardReport'] = (jobId, findings, signal) =>
      sendGuardReport(caller, new URL(baseUrl).origin, { catalog, jobId, findings }, signal);
    return await withState(context, config, { environment, catalog }, (state) =>
      work({ api, readState, sendGuardReport: sendReport, ledger: state.ledger, state, environment, target }),
    );
  });
}

/** Runs `work` with what is known of a catalog, wherever that is kept. */
export async function withState<T>(
  context: CommandContext,
  config: Config,
  of: Destination,
  work: (place: StateBackend) => Promise<T>,
): Promise<T> {
  if (config.get('state') === STATE_ON_SFTP) {
    const { withSftpState } = await import('./sftp-state.ts');
    return await withSftpState(context, of, work);
  }
  return await work(openFolderState(context, locateStateFolder(context, config), of));
}

export async function withCatalogState<T>(
  context: CommandContext,
  work: (place: StateBackend, of: Destination) => Promise<T>,
): Promise<T> {
  const config = await context.config();
  const of = { environment: config.environment, catalog: config.require('catalog') };
  return await withState(context, config, of, (place) => work(place, of));
}
