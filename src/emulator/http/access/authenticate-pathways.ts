import type { FastifyRequest } from 'fastify';
import type { Instance } from '../../instance.ts';
import type { Account } from '../../service/account/account.ts';
import { Refusal } from '../../service/refusals.ts';
import { type PublishedCatalog, publishedCatalog } from '../../service/search/published-catalog.ts';
import {
  invalidParameter,
  type QueryParameters,
  textParameter,
} from '../../service/search/query-parameter.ts';
import { sameSecret } from './authenticate.ts';
import { requiredDomainKey, searchAccount } from './authenticate-query.ts';

/** The key may also come as a header, by either name (doc: public-facts A2). */
const KEY_HEADERS = ['auth-key', 'auth_key'];

/**
 * Who calls the pathways area: by `account_id`, and by the key where one is sent; browsers leave it out
 * (doc: public-facts A2, "no" under required).
 *
 * @throws Refusal `invalid_parameter` or `unauthorized`
 */
export function pathwaysAccount(
  request: FastifyRequest,
  parameters: QueryParameters,
  instance: Instance,
): Account {
  const account = searchAccount(parameters, instance);
  const key = textParameter(parameters, 'auth_key') || headerKey(request);
  if (key !== '' && !sameSecret(key, account.authKey)) {
    throw new Refusal('unauthorized', 'the auth_key is not valid');
  }
  return account;
}

/**
 * The catalog that a widget call asks: the account first, then `domain_key` (doc: public-facts A2).
 *
 * @throws Refusal `invalid_parameter`, `unauthorized` or `unknown_catalog`
 */
export function authenticatePathwaysCall(
  request: FastifyRequest,
  parameters: QueryParameters,
  instance: Instance,
): PublishedCatalog {
  const account = pathwaysAccount(request, parameters, instance);
  const domainKey = requiredDomainKey(parameters);
  const catalog = publishedCatalog(instance.catalogs, account, domainKey, 'domain_key');
  if (catalog.family === 'products') return catalog;
  throw invalidParameter('domain_key', `domain_key ${catalog.name} is a catalog of content`);
}

function headerKey({ headers }: FastifyRequest): string {
  const value = KEY_HEADERS.map((name) => headers[name]).find((header) => typeof header === 'string');
  return typeof value === 'string' ? value.trim() : '';
}
