import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { decodePart } from '../../../protocol/paths.ts';

/** Parameters that every search of a shop has alike. */
const USUAL = new Set(
  'account_id acct_id auth_key acct_auth domain_key catalog_name request_type search_type request_id _br_uid_2 url ref_url fl rows facet.version catalog_views q'.split(
    ' ',
  ),
);

/**
 * Summary of a call in lists, in place of its URL.
 * @returns as subject the query, the loaded catalog, else the path; as rest unusual parameters, such as `fq=price:[10 TO 500]`;
 *   the catalog, where the subject is another
 */
export function callSummary({ url }: Pick<RequestLine, 'url'>) {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const rest = [...parameters]
    .filter(([name, value]) => !USUAL.has(name) && !(name === 'start' && value === '0'))
    .map(([name, value]) => `${name}=${value}`)
    .join('  ');
  const [, catalog] = /\/catalogs\/([^/]+)/.exec(path) ?? [];
  if (catalog !== undefined) return { subject: decodePart(catalog), rest, catalog: '' };
  const words = parameters.get('q');
  if (words === null) return { subject: decodePart(path), rest, catalog: '' };
  const searched = parameters.get('catalog_name') ?? parameters.get('domain_key') ?? '';
  const kind = parameters.get('search_type');
  const prefix = kind === null || kind === 'keyword' ? '' : `${kind} `;
  return { subject: `${prefix}${words === '' ? '(no words)' : words}`, rest, catalog: searched };
}
