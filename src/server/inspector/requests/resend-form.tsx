import { useState } from 'preact/hooks';
import { address, go } from '../frame/navigation.ts';
import { call } from '../frame/service.ts';
import { Failure } from '../parts/badges.tsx';
import { typed } from '../parts/button.tsx';
import { Toolbar } from '../parts/layout.tsx';
import { headerLines, readHeaderLines } from './header-lines.ts';
import type { LoggedRequest } from './request-filter.ts';

/** The call again, with edits. The service puts its keys in where the log masks them: none comes to this page. */
export function ResendForm({ request }: { request: LoggedRequest }) {
  const [method, setMethod] = useState(request.method);
  const [url, setUrl] = useState(request.url);
  const [headers, setHeaders] = useState(headerLines(request.headers));
  const { requestBody } = request;
  const isText = requestBody === null || (requestBody.encoding === 'utf8' && !requestBody.truncated);
  const [body, setBody] = useState(isText ? (requestBody?.text ?? '') : '');
  const [failure, setFailure] = useState('');
  const send = async () => {
    try {
      const edits = { method, url, headers: readHeaderLines(headers), ...(isText && { body }) };
      const { id } = await call<{ id: string }>(`requests/${request.id}/resend`, {
        method: 'POST',
        body: edits,
      });
      go('requests', [id], { filter: address.value.query.filter });
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Toolbar>
        <select aria-label="Method" value={method} onChange={typed(setMethod)}>
          {['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input class="grow mono" aria-label="Path and query" value={url} onInput={typed(setUrl)} />
      </Toolbar>
      <label>
        Headers (*** is a masked key)
        <textarea
          class="mono"
          rows={Math.min(8, headers.split('\n').length + 1)}
          value={headers}
          onInput={typed(setHeaders)}
        />
      </label>
      {isText ? (
        <label>
          Body
          <textarea class="mono" rows={body === '' ? 2 : 8} value={body} onInput={typed(setBody)} />
        </label>
      ) : (
        <p class="muted">Sends the original body if the log has all of it.</p>
      )}
      <Toolbar>
        <button type="submit" class="primary">
          Send
        </button>
        {failure !== '' && <Failure message={failure} />}
      </Toolbar>
    </form>
  );
}
