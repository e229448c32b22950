import { readFile } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import { builtFile } from '../../../base/files/built-file.ts';
import type { ControlCall } from '../control-route.ts';

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
export const INSPECTOR_ROUTES: readonly ControlCall[] = [
  { ...pageRoute('get-inspector', '/_brctl/', 'index.html', 'text/html'), isPage: true },
  pageRoute('get-inspector-script', '/_brctl/assets/inspector.js', 'inspector.js', 'text/javascript'),
  pageRoute('get-inspector-style', '/_brctl/assets/inspector.css', 'inspector.css', 'text/css'),
];

function pageRoute(operation: string, path: string, file: string, contentType: string): ControlCall {
  return {
    operation,
    method: 'GET',
    path,
    summary: `The inspector page: ${file}.`,
    answer: { type: 'string', 'x-content-types': [contentType] },
    async handle(_request, reply) {
      return await sendBuilt(reply, file, `${contentType}; charset=utf-8`);
    },
  };
}

/** The files that were asked for. */
const kept = new Map<string, Buffer>();

async function sendBuilt(reply: FastifyReply, name: string, contentType: string): Promise<FastifyReply> {
  const contents = kept.get(name) ?? (await readFile(builtFile(`inspector/${name}`)));
  kept.set(name, contents);
  return reply.headers(PAGE_HEADERS).type(contentType).send(contents);
}
