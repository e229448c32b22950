import { useState } from 'preact/hooks';
import { formatBytes } from '../../../base/wording/amounts.ts';
import type { LoggedBody, LoggedCall } from '../../../protocol/control-documents.ts';
import { joinPath, writeAddress } from '../frame/address.ts';
import { address, pushView } from '../frame/navigation.ts';
import { call, callForText } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { EmptyState, Status } from '../parts/badges.tsx';
import { Button, CopyButton, Form } from '../parts/form.tsx';
import { formatClockTime, formatDuration } from '../parts/format.ts';
import { JsonView } from '../parts/json-view.tsx';
import { Caption, Detail, Facts, JobLink, Pairs, Toolbar } from '../parts/layout.tsx';

const BASES = {
  spec: 'specified (interface document)',
  doc: 'as public documentation says',
  assumption: 'assumption (no source)',
};

/** One call: what was asked beside what was answered. */
export function RequestDetail({ id }: { id: string }) {
  const path = joinPath('requests', id);
  const { answer, failure } = useFetch((signal) => call<LoggedCall>(path, { signal }), [id]);
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
      {failure && <EmptyState title="This request is no longer in the log." hint={failure} />}
      {answer && isEdited && <ResendForm request={answer} />}
      {answer && <Exchange request={answer} />}
    </Detail>
  );
}

function Exchange({ request }: { request: LoggedCall }) {
  const { method, url, status, at, elapsedMs, operation, basis, notes, jobId, answeredFrom } = request;
  const parameters = [...new URLSearchParams(url.split(/\?(.*)/s)[1])];
  const headers = Object.entries(request.headers);
  return (
    <>
      <h2 class="mono wrap">
        <span class="method">{method}</span> {url}
      </h2>
      <Facts
        facts={{
          Answer: (
            <>
              <Status status={status} /> in {formatDuration(elapsedMs)}
            </>
          ),
          At: <time dateTime={at}>{formatClockTime(at)}</time>,
          Operation: operation ?? 'none: no such path',
          Job: jobId && <JobLink id={jobId} />,
          Index: answeredFrom?.map(({ catalog, version }) => (
            <a key={catalog} class="mono" href={writeAddress('catalog', [catalog], { at: String(version) })}>
              {catalog} v{version}{' '}
            </a>
          )),
          Basis: basis === null ? undefined : BASES[basis],
        }}
      />
      {notes.map((note) => (
        <p key={note} class={`notice ${note.startsWith('fault: ') ? 'bad' : 'warn'}`}>
          {note.replace(/^fault: /, 'Injected fault: ')}
        </p>
      ))}
      <div class="columns">
        <div class="stack">
          <h3>Request</h3>
          {parameters.length > 0 && <Lines title="Parameters" pairs={parameters} isOpen />}
          <Lines title={`Headers (${headers.length})`} pairs={headers} isOpen={false} />
          <BodyView body={request.requestBody} label="Body of the request" />
        </div>
        <div class="stack">
          <h3>Response</h3>
          <BodyView body={request.responseBody} label="Body of the response" />
        </div>
      </div>
    </>
  );
}

interface LinesProps {
  title: string;
  pairs: readonly (readonly [string, string])[];
  isOpen: boolean;
}

function Lines({ title, pairs, isOpen }: LinesProps) {
  return (
    <details open={isOpen} class="mono">
      <summary>{title}</summary>
      <Pairs rows={pairs.map(([name, value]) => [name, value === '' ? <i>empty</i> : value])} />
    </details>
  );
}

function BodyView({ body, label }: { body: LoggedBody | null; label: string }) {
  if (body === null) return <p class="muted">No body</p>;
  return (
    <>
      <Caption>
        {formatBytes(body.bytes)}
        {body.truncated && ', truncated in the log'}
        {body.encoding === 'base64' && ', binary: shown as Base64'}
      </Caption>
      <JsonView text={body.text} label={label} />
    </>
  );
}

/** The call again, with edits. The service puts its keys in where the log masks them: none comes to this page. */
function ResendForm({ request }: { request: LoggedCall }) {
  const { requestBody } = request;
  const isText = requestBody === null || (requestBody.encoding === 'utf8' && !requestBody.truncated);
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const send = async ({ method, url, headers = '', body }: Record<string, string>) => {
    const pairs = headers.split('\n').map((line) => line.split(/:(.*)/s).map((part) => part.trim()));
    const named = pairs.filter(([name, value]) => name !== '' && value !== undefined);
    const edits = { method, url, headers: Object.fromEntries(named), ...(isText && { body }) };
    const path = `requests/${request.id}/resend`;
    const { id } = await call<{ id: string }>(path, { method: 'POST', body: edits });
    pushView('requests', [id], { filter: address.value.query.filter });
  };
  return (
    <Form class="card stack" onSend={send}>
      <Toolbar>
        <select aria-label="Method" name="method">
          {['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].map((name) => (
            <option key={name} selected={name === request.method}>
              {name}
            </option>
          ))}
        </select>
        <input class="grow mono" aria-label="Path and query" name="url" defaultValue={request.url} />
      </Toolbar>
      <label>
        Headers (*** is a masked key)
        <textarea
          class="mono"
          name="headers"
          rows={Math.min(8, lines.length + 1)}
          defaultValue={lines.join('\n')}
        />
      </label>
      {isText ? (
        <label>
          Body
          <textarea
            class="mono"
            name="body"
            rows={requestBody === null ? 2 : 8}
            defaultValue={requestBody?.text ?? ''}
          />
        </label>
      ) : (
        <p class="muted">Sends the original body if the log has all of it.</p>
      )}
      <Toolbar>
        <button type="submit" class="primary">
          Send
        </button>
      </Toolbar>
    </Form>
  );
}
