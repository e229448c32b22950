import { useState } from 'preact/hooks';
import { pathOf, writeAddress } from '../frame/address.ts';
import { address } from '../frame/navigation.ts';
import { call, callForText } from '../frame/service.ts';
import { Empty, Status } from '../parts/badges.tsx';
import { Button, CopyButton } from '../parts/button.tsx';
import { Detail, Fact } from '../parts/detail.tsx';
import { byteSize, clockTime, duration } from '../parts/format.ts';
import { JsonView } from '../parts/json-view.tsx';
import { Remark } from '../parts/layout.tsx';
import { JobLink } from '../parts/links.tsx';
import { useFetch } from '../parts/use-answer.ts';
import type { Body, LoggedRequest } from './request-filter.ts';
import { ResendForm } from './resend-form.tsx';

const BASES: Readonly<Record<string, string>> = {
  spec: 'specified (interface document)',
  doc: 'as public documentation says',
  assumption: 'assumption (no source)',
};

/** One call: what was asked beside what was answered. */
export function RequestDetail({ id }: { id: string }) {
  const { answer, failure } = useFetch(
    (signal) => call<LoggedRequest>(pathOf('requests', id), { signal }),
    [id],
  );
  const [isEdited, setIsEdited] = useState(false);
  return (
    <Detail
      name="Request"
      back={writeAddress('requests', [], { filter: address.value.query.filter })}
      actions={
        answer !== undefined && (
          <>
            <CopyButton label="Copy as curl" text={() => callForText(`requests/${id}?format=curl`)} />
            <Button aria-expanded={isEdited} onClick={() => setIsEdited(!isEdited)}>
              Edit and resend
            </Button>
          </>
        )
      }
    >
      {failure && <Empty title="This request is no longer in the log.">{failure}</Empty>}
      {answer && isEdited && <ResendForm request={answer} />}
      {answer && <Exchange request={answer} />}
    </Detail>
  );
}

function Exchange({ request }: { request: LoggedRequest }) {
  const { method, url, status, at, elapsedMs, operation, basis, notes, jobId, answeredFrom } = request;
  const faults = notes.filter((note) => note.startsWith('fault: '));
  return (
    <>
      <h2 class="mono wrap">
        <span class="method">{method}</span> {url}
      </h2>
      <dl class="facts">
        <Fact name="Answer">
          <Status status={status} /> in {duration(elapsedMs)}
        </Fact>
        <Fact name="At">
          <time dateTime={at}>{clockTime(at)}</time>
        </Fact>
        <Fact name="Operation">{operation ?? 'none: no such path'}</Fact>
        {jobId !== undefined && (
          <Fact name="Job">
            <JobLink id={jobId} />
          </Fact>
        )}
        {answeredFrom !== undefined && (
          <Fact name="Index">
            {answeredFrom.map(({ catalog, version }) => (
              <a
                key={catalog}
                class="mono"
                href={writeAddress('catalog', [catalog], { at: String(version) })}
              >
                {catalog} v{version}{' '}
              </a>
            ))}
          </Fact>
        )}
        {basis !== null && <Fact name="Basis">{BASES[basis] ?? basis}</Fact>}
      </dl>
      {faults.map((fault) => (
        <p key={fault} class="notice bad">
          Injected fault: <code>{fault.slice('fault: '.length)}</code>
        </p>
      ))}
      {notes
        .filter((note) => !note.startsWith('fault: '))
        .map((note) => (
          <p key={note} class="notice">
            {note}
          </p>
        ))}
      <div class="beside">
        <div>
          <h3>Request</h3>
          <Parameters url={url} />
          <Headers headers={request.headers} />
          <BodyView body={request.requestBody} label="Body of the request" />
        </div>
        <div>
          <h3>Response</h3>
          <BodyView body={request.responseBody} label="Body of the response" />
        </div>
      </div>
    </>
  );
}

function Parameters({ url }: { url: string }) {
  const [, query = ''] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query)];
  if (pairs.length === 0) return null;
  return <Pairs title="Parameters" pairs={pairs} isOpen />;
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const pairs = Object.entries(headers);
  return <Pairs title={`Headers (${pairs.length})`} pairs={pairs} isOpen={false} />;
}

interface PairsProps {
  title: string;
  pairs: readonly (readonly [string, string])[];
  isOpen: boolean;
}

function Pairs({ title, pairs, isOpen }: PairsProps) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <dl class="pairs">
        {pairs.map(([name, value], at) => (
          <div key={at}>
            <dt class="mono">{name}</dt>
            <dd class="mono wrap">{value === '' ? <i>empty</i> : value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function BodyView({ body, label }: { body: Body | null; label: string }) {
  if (body === null) return <p class="muted">No body</p>;
  return (
    <>
      <Remark>
        {byteSize(body.bytes)}
        {body.truncated && ', truncated in the log'}
        {body.encoding === 'base64' && ', binary: shown as Base64'}
      </Remark>
      <JsonView text={body.text} label={label} />
    </>
  );
}
