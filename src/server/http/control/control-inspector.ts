import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { locateDistFile } from '../../../base/files/built-file.ts';
import { declareCall, type Route } from '../route.ts';
import { describeMediaType } from './control-schemas.ts';

/** Should a product's text ever get into the page as code, it can load nothing, send nothing and be framed nowhere. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

const compress = promisify(gzip);

/** The inspector page: looks at this instance through the other control calls, and holds no key. */
export const INSPECTOR_CALLS = [
  { ...declarePageCall('get-inspector', '/_brctl/', 'index.html', 'text/html'), isPage: true as const },
  declarePageCall('get-inspector-script', '/_brctl/assets/inspector.js', 'inspector.js', 'text/javascript'),
  declarePageCall('get-inspector-style', '/_brctl/assets/inspector.css', 'inspector.css', 'text/css'),
];

function declarePageCall(operation: string, path: string, file: string, contentType: string): Route {
  return declareCall(operation, `GET ${path}`, {
    summary: `The inspector page: ${file}.`,
    answer: describeMediaType(contentType),
    handle: ({ request, reply }) => sendBuilt(request, reply, file, `${contentType}; charset=utf-8`),
  });
}

const builtFiles = new Map<string, ReturnType<typeof readBuilt>>();

async function readBuilt(name: string) {
  const plain = await readFile(locateDistFile(`inspector/${name}`));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { plain, gzipped: await compress(plain), etag };
}

async function sendBuilt({ headers }: FastifyRequest, reply: FastifyReply, name: string, type: string) {
  const reading = builtFiles.get(name) ?? readBuilt(name);
  builtFiles.set(name, reading);
  const { plain, gzipped, etag } = await reading;
  void reply.headers({ ...PAGE_HEADERS, etag, vary: 'accept-encoding' });
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  const isGzipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  if (isGzipped) void reply.header('content-encoding', 'gzip');
  return reply.type(type).send(isGzipped ? gzipped : plain);
}
