import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../../../protocol/limits.ts';
import { SEARCH_PATH } from '../../../protocol/paths.ts';
import type { EmulatorHost } from '../../host.ts';
import type { PublishedCatalog } from '../../service/search/published-catalog.ts';
import type { QueryParameters } from '../../service/search/query-parameter.ts';
import { readQueryString } from '../../service/search/query-string.ts';
import type { SearchAnswer } from '../../service/search/search-service.ts';
import { authenticateSearchCall } from '../access/authenticate-query.ts';
import { type Exchange, hasBody, openExchange } from '../calls/exchange.ts';
import { recordCall, unknownParameters } from '../calls/record-call.ts';
import { newRequestId } from '../calls/request-id.ts';
import { getSearch, refuseSearch } from './get-search.ts';
import { notePassedOver, TEXT_HEADERS } from './search-context.ts';

const PREFIX = `${SEARCH_PATH}?`;

/** A search that may be made: who asks, of which catalog. */
interface PlainSearch {
  catalog: PublishedCatalog;
  queryString: string;
  parameters: QueryParameters;
}

/**
 * Takes the searches with which nothing is wrong off the server before Fastify sees them: its hooks and objects took a third
 * of what HTTP adds to a search. Whatever is to be refused, struck by a fault or told of a stop goes the ordinary way, so that
 * the rules of refusals are in one place; the checks are the same functions.
 */
export function answerPlainSearches(app: FastifyInstance, host: EmulatorHost): void {
  const { server } = app;
  const [ordinary] = server.listeners('request') as RequestListener[];
  if (ordinary === undefined) throw new Error('nothing listens to the requests of the server');
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  server.removeListener('request', ordinary);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const search = isClosing ? null : plainSearch(request, host);
    if (search === null) ordinary(request, response);
    else answer(request, response, search, host, ordinary);
  });
}

/** Null for any other call, and for a search that will be refused or may be struck by a fault. */
function plainSearch(request: IncomingMessage, host: EmulatorHost): PlainSearch | null {
  const { url = '', headers } = request;
  if (request.method !== 'GET' || !url.startsWith(PREFIX) || url.length > LIMITS.searchRequestBytes)
    return null;
  if (!host.faults.isEmpty || hasBody(request) || headers['accept-version'] !== undefined) return null;
  const queryString = url.slice(PREFIX.length);
  const parameters = readQueryString(queryString);
  try {
    return { catalog: authenticateSearchCall(headers, parameters, host), queryString, parameters };
  } catch {
    return null;
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { catalog, queryString, parameters }: PlainSearch,
  host: EmulatorHost,
  ordinary: RequestListener,
): void {
  const exchange = openExchange(request, performance.now());
  const id = newRequestId();
  const record = () => {
    const names = [...new Set(Array.from(parameters, ([name]) => name))];
    exchange.notes.unshift(...unknownParameters(names, getSearch));
    const call = { id, route: getSearch, basis: getSearch.basis, request, response, exchange };
    recordCall(call, host, performance.now());
  };
  response.once('close', record);
  host.search.answerSearch(catalog.name, queryString, host.clock.now()).then(
    (found) => {
      notePassedOver({ id, exchange }, host, found.passedOver);
      send(response, id, exchange, found);
    },
    (reason) => {
      if (response.closed) return;
      refuseSearch(request, reason);
      response.removeListener('close', record);
      ordinary(request, response);
    },
  );
}

function send(
  response: ServerResponse,
  id: string,
  exchange: Exchange,
  { contentType, body }: SearchAnswer,
): void {
  exchange.answer = body;
  response.writeHead(200, {
    'x-request-id': id,
    'x-brctl-basis': getSearch.basis,
    ...TEXT_HEADERS,
    'content-type': `${contentType}; charset=utf-8`,
    'content-length': body.length,
  });
  response.end(body);
}
