import { useState } from 'preact/hooks';
import { catalogs } from '../frame/catalogs.ts';
import { call } from '../frame/service.ts';
import { useStates } from '../frame/state.ts';
import { Empty } from '../parts/badges.tsx';
import { Button } from '../parts/button.tsx';
import { byteSize, counted } from '../parts/format.ts';
import { Gap, Loading, Toolbar } from '../parts/layout.tsx';
import { useFetch } from '../parts/use-answer.ts';

interface SftpFile {
  user: string;
  path: string;
  size_bytes: number;
  received_at: string;
  expires_at: string;
}

/** The files in the SFTP folders, newest first. */
export function FilesTab() {
  useStates(catalogs);
  const [asked, setAsked] = useState(0);
  const { answer, failure } = useFetch(
    (signal) => call<{ files: SftpFile[] }>('catalogs', { signal }),
    [asked, catalogs.value],
  );
  if (answer === undefined) return <Loading failure={failure} />;
  const files = answer.files.toSorted((a, b) => b.received_at.localeCompare(a.received_at));
  return (
    <div class="page scrolls whole">
      <Toolbar>
        <b class="figures">{counted(files.length, 'file')}</b>
        <Gap />
        <Button onClick={() => setAsked(asked + 1)}>Reload</Button>
      </Toolbar>
      {files.length === 0 ? (
        <Empty title="No files in the SFTP folders">
          <p>Upload one:</p>
          <pre class="code">brctl upload catalog.jsonl</pre>
        </Empty>
      ) : (
        <div class="card">
          <table>
            <thead>
              <tr>
                {['Path', 'User', 'Size', 'Received', 'Deleted after'].map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {files.map(({ user, path, size_bytes: bytes, received_at, expires_at }) => (
                <tr key={`${user} ${path}`}>
                  <td class="mono wrap">
                    <bdi>{path}</bdi>
                  </td>
                  <td>{user}</td>
                  <td class="figures">{byteSize(bytes)}</td>
                  <td>{dayAndTime(received_at)}</td>
                  <td>{dayAndTime(expires_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** `2031-02-03 10:00`, in UTC as the service counts. */
function dayAndTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
