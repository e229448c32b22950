import { formatBytes, pluralize } from '../../../base/wording/amounts.ts';
import { useCatalogs } from '../frame/use-fetch.ts';
import { EmptyState, Loading } from '../parts/badges.tsx';
import { formatDayAndTime } from '../parts/format.ts';
import { Table } from '../parts/layout.tsx';

/** The files in the SFTP folders, newest first. */
export function FilesTab() {
  const { answer, failure } = useCatalogs();
  if (answer === undefined) return <Loading failure={failure} />;
  const files = answer.files.toSorted((a, b) => b.received_at.localeCompare(a.received_at));
  if (files.length === 0) {
    return (
      <EmptyState
        title="No files in the SFTP folders"
        hint="Upload one:"
        command="brctl upload catalog.jsonl"
      />
    );
  }
  return (
    <div class="page files">
      <b class="figures">{pluralize(files.length, 'file')}</b>
      <div class="card">
        <Table
          label="Files"
          head={['Path', 'User', 'Size', 'Received', 'Deleted after']}
          rows={files.map(({ user, path, size_bytes: bytes, received_at: received, expires_at: expires }) => [
            <bdi key={path} class="mono wrap">
              {path}
            </bdi>,
            user,
            ...[formatBytes(bytes), formatDayAndTime(received), formatDayAndTime(expires)].map((figure) => (
              <span key={figure} class="figures">
                {figure}
              </span>
            )),
          ])}
        />
      </div>
    </div>
  );
}
