import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { Instance } from '../../instance.ts';
import type { Account } from '../../service/account/account.ts';
import { Refusal } from '../../service/refusals.ts';
import type { PublishedIndex } from '../../service/registry/catalog-registry.ts';
import { findPublishedCatalog } from '../../service/search/published-catalog.ts';
import {
  invalidParameterRefusal,
  type QueryParameters,
  quoteValue,
  readTextParameter,
} from '../../service/search/query-parameter.ts';

/** Compares digests: the time tells nothing about where, or in what length, the two differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashText(given), hashText(expected));
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The account whose API key the request carries (spec: Authentication; doc: public-facts B2).
 * A bare key without `Bearer` is taken in loose mode only, with a warning.
 * @throws Refusal `unauthorized` without a key or with one that no account has, `forbidden` where the path names
 *   another account
 */
export function authenticateCatalogCall(request: FastifyRequest, instance: Instance): Account {
  const key = readBearerKey(request, instance);
  // Every account is compared, so that the time does not tell which one matched.
  const matches = instance.accounts.filter((account) => isSameSecret(key, account.apiKey));
  const { accountId } = request.params as { accountId?: string };
  const account = matches.find((match) => accountId === undefined || match.accountId === accountId);
  if (account !== undefined) return account;
  if (matches.length === 0) throw new Refusal('unauthorized', 'the API key is not valid');
  throw new Refusal('forbidden', `the API key is not valid for account ${accountId}`);
}

function readBearerKey(request: FastifyRequest, instance: Instance): string {
  const header = request.headers.authorization;
  if (header === undefined)
    throw new Refusal('unauthorized', 'the request has no Authorization header; expected "Bearer <API_KEY>"');
  const bearer = /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (bearer !== undefined) return bearer;
  if (!instance.settings.loose || /\s/.test(header))
    throw new Refusal('unauthorized', 'the Authorization header is not of the form "Bearer <API_KEY>"');
  instance.log.warn('API key without "Bearer" accepted', { requestId: request.id });
  return header;
}

/**
 * Who searches what, by `account_id`, `domain_key` and `auth_key`, checked in this order (spec: Authentication, Errors;
 * doc: public-facts C9). A content search searches `catalog_name` instead (D1). Browsers may leave the key out or empty
 * (doc: "pass the auth_key with an empty value in client-side calls"), unless the settings require it.
 * @throws Refusal `invalid_parameter`, `unknown_catalog` or `forbidden`
 */
export function authenticateSearchCall(
  headers: IncomingHttpHeaders,
  parameters: QueryParameters,
  instance: Instance,
): PublishedIndex {
  const account = findSearchAccount(parameters, instance);
  const domainKey = readDomainKey(parameters);
  const contentCatalog = readTextParameter(parameters, 'catalog_name');
  const parameter = contentCatalog === '' ? 'domain_key' : 'catalog_name';
  const catalog = findPublishedCatalog(instance.catalogs, account, contentCatalog || domainKey, parameter);
  const key = readTextParameter(parameters, 'auth_key');
  const { requireAuthKey, loose } = instance.settings;
  if (key !== '' || requireAuthKey || !(loose || isFromBrowser(headers))) checkAuthKey(key, account);
  checkFamily(catalog, contentCatalog === '' ? 'products' : 'items', parameter);
  return catalog;
}

/** Suggestions: by `account_id`, and by `auth_key` where one is sent (doc: public-facts D3). @throws Refusal */
export function authenticateSuggestCall(parameters: QueryParameters, instance: Instance): Account {
  const account = findSearchAccount(parameters, instance);
  const key = readTextParameter(parameters, 'auth_key');
  if (key !== '') checkAuthKey(key, account);
  return account;
}

/** @throws Refusal `invalid_parameter`, with the documented sentence: a Python list's (doc: public-facts C9) */
function findSearchAccount(parameters: QueryParameters, instance: Instance): Account {
  const id = readTextParameter(parameters, 'account_id');
  const account = instance.accounts.find(({ accountId }) => accountId === id);
  if (account !== undefined) return account;
  const repr = id === '' ? 'None' : quoteValue(id).replace(/[\\']/g, '\\$&');
  throw invalidParameterRefusal(`[u'invalid account_id ${repr}']`);
}

/** @throws Refusal `invalid_parameter`: a request without `domain_key` is a 4xx (spec: Errors) */
function readDomainKey(parameters: QueryParameters): string {
  const domainKey = readTextParameter(parameters, 'domain_key');
  if (domainKey === '') throw invalidParameterRefusal('domain_key is required');
  return domainKey;
}

/** @throws Refusal `forbidden` */
function checkAuthKey(given: string, account: Account): void {
  if (given === '') throw new Refusal('forbidden', 'auth_key is empty');
  if (!isSameSecret(given, account.authKey)) throw new Refusal('forbidden', 'auth_key is not valid');
}

/** Headers that only a browser sends: `Origin`, or `Sec-Fetch-*`. The fetch of Node sends `Sec-Fetch-Mode` alone, from a server. */
function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return true;
  return Object.keys(headers).some((name) => name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode');
}

function checkFamily(catalog: PublishedIndex, family: RecordFamily, parameter: string): void {
  if (catalog.family === family) return;
  const advice =
    family === 'items' ? 'products: name it in domain_key alone' : 'content: name it in catalog_name';
  throw invalidParameterRefusal(`${parameter} ${catalog.catalog} is a catalog of ${advice}`);
}

/**
 * The account of a widget call, by `acct_id` and `acct_auth` (spec: Authentication; statuses: recommended in
 * public-facts A1, no error of the widget is documented).
 * @throws Refusal `invalid_parameter` where one is missing or `acct_id` is not a number, `forbidden` where they do not match
 */
export function authenticateWidgetCall(parameters: QueryParameters, instance: Instance): Account {
  const id = readTextParameter(parameters, 'acct_id');
  const key = readTextParameter(parameters, 'acct_auth');
  if (id === '') throw invalidParameterRefusal('missing required parameter acct_id');
  if (!/^\d+$/.test(id)) throw invalidParameterRefusal('acct_id should be an integer');
  if (key === '') throw invalidParameterRefusal('missing required parameter acct_auth');
  const account = instance.accounts.find(({ accountId }) => accountId === id);
  if (account !== undefined && isSameSecret(key, account.acctAuth)) return account;
  throw new Refusal('forbidden', 'acct_id and acct_auth do not match');
}

/** The key may also come as a header, by either name (doc: public-facts A2). */
const KEY_HEADERS = ['auth-key', 'auth_key'];

/** By `account_id`, and by the key where one is sent (doc: public-facts A2, "no" under required). @throws Refusal */
export function authenticatePathways(
  request: FastifyRequest,
  parameters: QueryParameters,
  instance: Instance,
): Account {
  const account = findSearchAccount(parameters, instance);
  const header = KEY_HEADERS.map((name) => request.headers[name]).find((value) => typeof value === 'string');
  const key = readTextParameter(parameters, 'auth_key') || (header?.trim() ?? '');
  if (key !== '' && !isSameSecret(key, account.authKey))
    throw new Refusal('unauthorized', 'the auth_key is not valid');
  return account;
}

/** The account first, then `domain_key` (doc: public-facts A2). @throws Refusal */
export function authenticatePathwaysCall(
  request: FastifyRequest,
  parameters: QueryParameters,
  instance: Instance,
): PublishedIndex {
  const account = authenticatePathways(request, parameters, instance);
  const domainKey = readDomainKey(parameters);
  const catalog = findPublishedCatalog(instance.catalogs, account, domainKey, 'domain_key');
  if (catalog.family === 'products') return catalog;
  throw invalidParameterRefusal(`domain_key ${catalog.catalog} is a catalog of content`);
}
