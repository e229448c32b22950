import type { Instance } from '../../instance.ts';
import type { Account } from '../../service/account/account.ts';
import { Refusal } from '../../service/refusals.ts';
import {
  invalidParameter,
  type QueryParameters,
  textParameter,
} from '../../service/search/query-parameter.ts';
import { sameSecret } from './authenticate.ts';

/**
 * The account of a widget call, by `acct_id` and `acct_auth` (spec: Authentication; statuses: recommended in
 * public-facts A1, no error of the widget is documented).
 *
 * @throws Refusal `invalid_parameter` where one is missing or `acct_id` is not a number, `forbidden` where they do not match
 */
export function authenticateWidgetCall(parameters: QueryParameters, instance: Instance): Account {
  const id = textParameter(parameters, 'acct_id');
  const key = textParameter(parameters, 'acct_auth');
  if (id === '') throw invalidParameter('acct_id', 'missing required parameter acct_id');
  if (!/^\d+$/.test(id)) throw invalidParameter('acct_id', 'acct_id should be an integer');
  if (key === '') throw invalidParameter('acct_auth', 'missing required parameter acct_auth');
  const account = instance.accounts.find(({ accountId }) => accountId === id);
  if (account !== undefined && sameSecret(key, account.acctAuth)) return account;
  throw new Refusal('forbidden', 'acct_id and acct_auth do not match', { at: 'acct_auth' });
}
