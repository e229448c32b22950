import { readFile } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import { builtFile } from '../../../files/built-file.ts';
import type { ControlRoute } from '../control-route.ts';
import { oneOf } from '../openapi/json-schema.ts';
import { NAME_PARAMS } from './control-json.ts';

const shared = { area: 'control', basis: 'assumption', method: 'GET' } as const;

/** The files of the page by name, as the build makes them. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  'inspector.js': 'text/javascript; charset=utf-8',
  'inspector.css': 'text/css; charset=utf-8',
};

/**
 * The page shows what clients sent, products with any text included: should one of them ever get into it as code, it still
 * could load nothing, send nothing elsewhere and be put into no other page.
 */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** The inspector page: looks at this instance through the other control calls, and holds no key. */
export const getInspector: ControlRoute = {
  ...shared,
  operation: 'get-inspector',
  path: '/_brctl/',
  summary: 'The inspector page.',
  schema: { response: { 200: { type: 'string', 'x-content-types': ['text/html'] } } },
  async handle(_request, reply) {
    return await sendBuilt(reply, 'index.html', 'text/html; charset=utf-8');
  },
};

export const getInspectorAsset: ControlRoute = {
  ...shared,
  operation: 'get-inspector-asset',
  path: '/_brctl/assets/:name',
  summary: 'A file of the inspector page.',
  schema: {
    params: { ...NAME_PARAMS, properties: { name: oneOf(...Object.keys(ASSET_TYPES)) } },
    response: { 200: { type: 'string', 'x-content-types': ['text/javascript', 'text/css'] } },
  },
  async handle(request, reply) {
    const { name } = request.params as { name: string };
    const type = Object.hasOwn(ASSET_TYPES, name) ? ASSET_TYPES[name] : undefined;
    return type === undefined ? reply.callNotFound() : await sendBuilt(reply, name, type);
  },
};

const kept = new Map<string, Buffer>();

async function sendBuilt(reply: FastifyReply, name: string, contentType: string): Promise<FastifyReply> {
  const contents = kept.get(name) ?? (await readFile(builtFile(`inspector/${name}`)));
  kept.set(name, contents);
  return reply.headers(PAGE_HEADERS).type(contentType).send(contents);
}
