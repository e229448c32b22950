import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gunzip } from '../../../../src/catalog/opening/gunzip.ts';
import { checkBody, type LoadRequest } from '../../../../src/server/service/load/load-kind.ts';
import { lines, openCatalogs, product, send } from '../opened-catalogs.ts';

const BODY = lines([product('a')]);
const PATCH = 'application/json-patch+json';
const PATHS = 'application/json';

const refused: [string, string | Buffer, Partial<LoadRequest>, string][] = [
  ['no content type', BODY, { contentType: undefined }, 'unsupported_content_type'],
  ['an unknown content type', BODY, { contentType: 'text/plain' }, 'unsupported_content_type'],
  [
    'another charset than UTF-8',
    BODY,
    { contentType: 'application/json-patch+jsonlines; charset=iso-8859-1' },
    'unsupported_content_type',
  ],
  ['an unknown encoding', BODY, { contentEncoding: 'br' }, 'unsupported_encoding'],
  [
    'a compressed JSON Patch',
    gzipSync('[]'),
    { contentType: PATCH, contentEncoding: 'gzip' },
    'unsupported_encoding',
  ],
  ['an empty body', '', {}, 'malformed'],
  ['a body of blanks', ' \n\n', {}, 'malformed'],
  ['gzip without its header', gzipSync(BODY), {}, 'malformed'],
  ['no gzip despite its header', BODY, { contentEncoding: 'gzip' }, 'malformed'],
  ['cut gzip', gzipSync(BODY).subarray(0, 60), { contentEncoding: 'gzip' }, 'malformed'],
  ['gzip of nothing', gzipSync(''), { contentEncoding: 'gzip' }, 'malformed'],
  ['a JSON Patch that is no array', '{}', { contentType: PATCH }, 'malformed'],
  ['a JSON Patch that is cut', '[{"op":"add"', { contentType: PATCH }, 'malformed'],
  [
    'an announced length over 5 MB',
    '[]',
    { contentType: PATCH, contentLength: 5_000_001 },
    'payload_too_large',
  ],
  ['an announced length over 1 GB', BODY, { contentLength: 1_000_000_001 }, 'payload_too_large'],
  ['a JSON Patch over 5 MB', `[${' '.repeat(5_000_000)}]`, { contentType: PATCH }, 'payload_too_large'],
  ['a path list over 5 MB', `[${' '.repeat(5_000_000)}]`, { contentType: PATHS }, 'payload_too_large'],
  ['a path list that is no JSON', '[,]', { contentType: PATHS }, 'malformed'],
  ['an empty path list', '[]', { contentType: PATHS }, 'malformed'],
  ['a path list with a number', '["a",1]', { contentType: PATHS }, 'malformed'],
  ['a path of 50,000 bytes', `["${'a'.repeat(50_000)}"]`, { contentType: PATHS }, 'invalid_parameter'],
  ['a file that is not there', '["missing.jsonl"]', { contentType: PATHS }, 'unknown_file'],
  ['a catalog name of 65 characters', BODY, { catalog: 'x'.repeat(65) }, 'invalid_parameter'],
];

test.each(refused)('%s is refused at once', async (_what, body, request, code) => {
  const { service, folder } = await openCatalogs();
  await expect(send(service, 'delta', body, request)).rejects.toMatchObject({ name: 'Refusal', code });
  expect(service.jobs()).toEqual([]);
  expect(readdirSync(path.join(folder, 'spool'))).toEqual([]);
});

test.each(['utf-8', '"UTF-8"', 'us-ascii'])('the charset %s is taken', async (charset) => {
  const { service } = await openCatalogs();
  const contentType = `application/json-patch+jsonlines; charset=${charset}`;
  const jobId = await send(service, 'delta', BODY, { contentType });
  await service.settled();
  expect(service.job(jobId).state).toBe('success');
});

test('a gzip bomb is stopped when it passes the bound, not at its end', async () => {
  const member = gzipSync(Buffer.alloc(1_000_000, 0x20));
  let sent = 0;
  const bomb = (async function* () {
    for (; sent < 1_000; sent++) yield member;
  })();
  const drain = async () => {
    const chunks = gunzip(bomb, 'the body', Number.POSITIVE_INFINITY);
    for await (const _chunk of checkBody(chunks, { body: 'jsonLines', maxBytes: 20_000_000 }));
  };
  await expect(drain()).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(sent).toBeLessThan(200);
});

test('5 MB exactly are taken', async () => {
  const { service } = await openCatalogs();
  const body = `[${JSON.stringify(product('a')).padEnd(4_999_998, ' ')}]`;
  expect(Buffer.byteLength(body)).toBe(5_000_000);
  const jobId = await send(service, 'full', body, { contentType: PATCH });
  await service.settled();
  expect(service.job(jobId).state).toBe('success');
});

test('a file over the bound is refused; one that inflates past it fails its job', async () => {
  const { service, folder } = await openCatalogs({ settings: { maxSftpFileBytes: 1_000 } });
  mkdirSync(path.join(folder, 'sftp'));
  writeFileSync(path.join(folder, 'sftp', 'long.jsonl'), BODY.padEnd(1_001, '\n'));
  writeFileSync(path.join(folder, 'sftp', 'bomb.jsonl.gz'), gzipSync(BODY.padEnd(1_001, '\n')));
  await expect(send(service, 'full', '["long.jsonl"]', { contentType: PATHS })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  const jobId = await send(service, 'full', '["bomb.jsonl.gz"]', { contentType: PATHS });
  await service.settled();
  expect(service.job(jobId)).toMatchObject({ state: 'failed', errorCode: 'payload_too_large' });
});

test.each(['["a.jsonl","a.jsonl"]', '["a.jsonl","./a.jsonl"]'])('%s names a file twice', async (paths) => {
  const { service, folder } = await openCatalogs();
  mkdirSync(path.join(folder, 'sftp'));
  writeFileSync(path.join(folder, 'sftp', 'a.jsonl'), BODY);
  await expect(send(service, 'full', paths, { contentType: PATHS })).rejects.toMatchObject({
    code: 'malformed',
  });
});

test('of the longest list of files that are not there, 20 are told of, at once', async () => {
  const { service } = await openCatalogs();
  const paths = JSON.stringify(Array.from({ length: 300_000 }, (_, at) => `missing${at}`));
  const before = process.cpuUsage();
  const refused = await send(service, 'full', paths, { contentType: PATHS }).catch((error) => error);
  expect(refused).toMatchObject({ code: 'unknown_file', more: { length: 19 } });
  // Time of the processor, which a busy machine does not lengthen.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('a file may go or be replaced once it was named; changed in place it fails the job', async () => {
  const { service, folder } = await openCatalogs({ settings: { jobDelayMs: 50 } });
  const file = path.join(folder, 'sftp', 'a.jsonl');
  mkdirSync(path.dirname(file));
  writeFileSync(file, BODY);
  const jobId = await send(service, 'full', '["a.jsonl"]', { contentType: PATHS });
  writeFileSync(file, BODY + BODY);
  await service.settled();
  expect(service.job(jobId)).toMatchObject({
    state: 'failed',
    errorCode: 'file_changed',
    message: 'a.jsonl: the file was changed after the request that names it',
  });
});
