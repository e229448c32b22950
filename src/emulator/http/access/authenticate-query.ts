import type { IncomingHttpHeaders } from 'node:http';
import type { Instance } from '../../instance.ts';
import type { Account } from '../../service/account/account.ts';
import { Refusal } from '../../service/refusals.ts';
import { type PublishedCatalog, publishedCatalog } from '../../service/search/published-catalog.ts';
import {
  invalidParameter,
  type QueryParameters,
  shown,
  textParameter,
} from '../../service/search/query-parameter.ts';
import { sameSecret } from './authenticate.ts';

/**
 * Who searches what, by `account_id`, `domain_key` and `auth_key`, checked in this order (spec: Authentication, Errors;
 * doc: public-facts C9). A content search searches `catalog_name` instead (D1). Browsers may leave the key out or empty
 * (doc: "pass the auth_key with an empty value in client-side calls"), unless the settings require it.
 *
 * @throws Refusal `invalid_parameter`, `unknown_catalog` or `forbidden`
 */
export function authenticateSearchCall(
  headers: IncomingHttpHeaders,
  parameters: QueryParameters,
  instance: Instance,
): PublishedCatalog {
  const account = searchAccount(parameters, instance);
  const domainKey = requiredDomainKey(parameters);
  const contentCatalog = textParameter(parameters, 'catalog_name');
  const parameter = contentCatalog === '' ? 'domain_key' : 'catalog_name';
  const catalog = publishedCatalog(instance.catalogs, account, contentCatalog || domainKey, parameter);
  const key = textParameter(parameters, 'auth_key');
  if (key !== '' || !mayLackKey(headers, instance)) checkAuthKey(key, account);
  checkFamily(catalog, contentCatalog === '' ? 'products' : 'items', parameter);
  return catalog;
}

/**
 * Who asks for suggestions: by `account_id`, and by `auth_key` where one is sent; browsers leave it out
 * (doc: public-facts D3).
 *
 * @throws Refusal `invalid_parameter` or `forbidden`
 */
export function authenticateSuggestCall(parameters: QueryParameters, instance: Instance): Account {
  const account = searchAccount(parameters, instance);
  const key = textParameter(parameters, 'auth_key');
  if (key !== '') checkAuthKey(key, account);
  return account;
}

/**
 * The account that `account_id` names.
 *
 * @throws Refusal `invalid_parameter`, with the documented sentence: a Python list's (doc: public-facts C9)
 */
export function searchAccount(parameters: QueryParameters, instance: Instance): Account {
  const id = textParameter(parameters, 'account_id');
  const account = instance.accounts.find(({ accountId }) => accountId === id);
  if (account !== undefined) return account;
  const repr = id === '' ? 'None' : shown(id).replace(/[\\']/g, '\\$&');
  throw invalidParameter('account_id', `[u'invalid account_id ${repr}']`);
}

/** @throws Refusal `invalid_parameter`: a request without `domain_key` is a 4xx (spec: Errors) */
export function requiredDomainKey(parameters: QueryParameters): string {
  const domainKey = textParameter(parameters, 'domain_key');
  if (domainKey === '') throw invalidParameter('domain_key', 'domain_key is required');
  return domainKey;
}

/** @throws Refusal `forbidden` */
function checkAuthKey(given: string, account: Account): void {
  if (given === '') throw new Refusal('forbidden', 'auth_key is empty', { at: 'auth_key' });
  if (!sameSecret(given, account.authKey)) {
    throw new Refusal('forbidden', 'auth_key is not valid', { at: 'auth_key' });
  }
}

function mayLackKey(headers: IncomingHttpHeaders, { settings }: Instance): boolean {
  return !settings.requireAuthKey && (settings.loose || isFromBrowser(headers));
}

/**
 * What a browser sends of its own accord with the calls of a page: `Origin`, or `Sec-Fetch-*`. `Sec-Fetch-Mode` alone is what
 * the fetch of Node sends, from a server.
 */
function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return true;
  return Object.keys(headers).some((name) => name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode');
}

function checkFamily(catalog: PublishedCatalog, family: PublishedCatalog['family'], parameter: string): void {
  if (catalog.family === family) return;
  const advice =
    family === 'items' ? 'products: name it in domain_key alone' : 'content: name it in catalog_name';
  throw invalidParameter(parameter, `${parameter} ${catalog.name} is a catalog of ${advice}`);
}
