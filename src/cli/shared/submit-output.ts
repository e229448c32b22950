import { pluralize } from '../../base/wording/amounts.ts';
import { type CatalogTarget, describeLoad } from '../../client/api/catalog-api.ts';
import type { PreparedBody } from '../../client/delivery/prepare-body.ts';
import type { Output } from '../output/output.ts';

export interface SubmittedRequest {
  jobId: string;
  ledgerId: string;
  operations: number;
  bytes: number;
  via: 'payload' | 'sftp';
  /** Where its job was last seen. */
  status?: string;
}

export async function printSubmitted(
  output: Output,
  target: CatalogTarget,
  mode: 'delta' | 'full',
  sent: readonly SubmittedRequest[],
): Promise<void> {
  const requests = sent.map(({ jobId, operations, bytes, via, status }) => ({
    job_id: jobId,
    operations: via === 'payload' ? operations : undefined,
    files: via === 'sftp' ? operations : undefined,
    body_bytes: bytes,
    via,
    status,
  }));
  const [only] = requests;
  const document = {
    schema: 'brctl.submit/1',
    catalog: target.catalog,
    mode,
    ...(requests.length === 1 && { job_id: only?.job_id }),
    requests,
  };
  await output.result(document, () => '');
}

/** The request to the letter, the key masked. */
export async function printDryRun(
  output: Output,
  target: CatalogTarget,
  bodies: readonly PreparedBody[],
  mode: 'delta' | 'full',
): Promise<void> {
  const requests = bodies.map((body) => buildRequest(target, body, mode));
  await output.result({ schema: 'brctl.submit/1', dry_run: true, requests }, () =>
    requests.map(describeRequest).join('\n'),
  );
}

/** The requests as text, to the letter, the key masked. */
export function describeRequests(
  target: CatalogTarget,
  bodies: readonly PreparedBody[],
  mode: 'delta' | 'full',
): string[] {
  return bodies.map((body) => describeRequest(buildRequest(target, body, mode)));
}

function buildRequest(target: CatalogTarget, body: PreparedBody, mode: 'delta' | 'full') {
  const load = { mode, family: body.family, bodyKind: body.kind, gzip: body.gzip };
  const { method, url, headers } = describeLoad(target, load);
  return {
    method,
    url,
    headers: { authorization: 'Bearer ***', ...headers, 'content-length': String(body.bytes) },
    operations: body.kind === 'sftpPaths' ? undefined : body.operations,
    files: body.paths,
    body_bytes: body.bytes,
    uncompressed_bytes: body.uncompressedBytes,
  };
}

function describeRequest(request: ReturnType<typeof buildRequest>): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `${toTitleCase(name)}: ${value}`);
  const body =
    request.files === undefined
      ? `(${pluralize(request.operations ?? 0, 'operation')})`
      : JSON.stringify(request.files);
  return `${[`${request.method} ${request.url}`, ...headers, '', body].join('\n')}\n`;
}

/** `content-type` as people write it. */
function toTitleCase(header: string): string {
  return header.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
