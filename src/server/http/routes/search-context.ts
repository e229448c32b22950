import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instance } from '../../instance.ts';
import type { AnsweringIndex } from '../../service/control/request-log.ts';
import type { PublishedIndex } from '../../service/registry/catalog-registry.ts';
import type { SearchConditions } from '../../service/search/answer-settings.ts';
import type { QueryParameters } from '../../service/search/query-parameter.ts';

export function getQueryString(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

export function parseQueryParameters(request: FastifyRequest): QueryParameters {
  return new URLSearchParams(getQueryString(request));
}

export function getSearchConditions({ settings, clock }: Instance): SearchConditions {
  const { loose, search, answers } = settings;
  return { loose, search, answers, nowMs: clock.now() };
}

export function describeAnswering(catalogs: readonly PublishedIndex[]): AnsweringIndex[] {
  return catalogs.map(({ catalog, version }) => ({ catalog, version }));
}

export function noteSkippedFeatures(
  { id, exchange }: Pick<FastifyRequest, 'id' | 'exchange'>,
  instance: Instance,
  passedOver: readonly string[],
): void {
  for (const feature of passedOver) {
    instance.log.warn('feature not emulated, ignored', { requestId: id, feature });
    exchange.notes.push(`${feature} is not emulated, ignored`);
  }
}

export function sendText(reply: FastifyReply, contentType: string, body: string | Buffer): FastifyReply {
  return reply.header('access-control-allow-origin', '*').type(`${contentType}; charset=utf-8`).send(body);
}
