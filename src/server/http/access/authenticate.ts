import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Instance } from '../../instance.ts';
import type { Account } from '../../service/account/account.ts';
import { Refusal } from '../../service/refusals.ts';

/** Compares digests: the time tells nothing about where, or in what length, the two differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The account whose API key the request carries (spec: Authentication; doc: public-facts B2).
 * A bare key without `Bearer` is taken in loose mode only, with a warning.
 * @throws Refusal `unauthorized` without a key or with one that no account has, `forbidden` where the path names
 *   another account
 */
export function authenticateCatalogCall(request: FastifyRequest, instance: Instance): Account {
  const key = bearerKey(request, instance);
  // Every account is compared, so that the time does not tell which one matched.
  const matches = instance.accounts.filter((account) => isSameSecret(key, account.apiKey));
  const { accountId } = request.params as { accountId?: string };
  const account = matches.find((match) => accountId === undefined || match.accountId === accountId);
  if (account !== undefined) return account;
  if (matches.length === 0) throw new Refusal('unauthorized', 'the API key is not valid');
  throw new Refusal('forbidden', `the API key is not valid for account ${accountId}`);
}

function bearerKey(request: FastifyRequest, instance: Instance): string {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new Refusal('unauthorized', 'the request has no Authorization header; expected "Bearer <API_KEY>"');
  }
  const bearer = /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (bearer !== undefined) return bearer;
  if (!instance.settings.loose || /\s/.test(header)) {
    throw new Refusal('unauthorized', 'the Authorization header is not of the form "Bearer <API_KEY>"');
  }
  instance.log.warn('API key without "Bearer" accepted', { requestId: request.id });
  return header;
}
