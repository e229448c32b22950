import { useMemo } from 'preact/hooks';
import { writeAddress } from '../frame/address.ts';
import { address, stay } from '../frame/navigation.ts';
import { useStates } from '../frame/state.ts';
import { Empty, Failure, Status } from '../parts/badges.tsx';
import { typed } from '../parts/button.tsx';
import { clockTime, counted, duration } from '../parts/format.ts';
import { Dim, Loading, Toolbar } from '../parts/layout.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { ActivityChart } from './activity-picture.tsx';
import { callSummary } from './call-summary.ts';
import { RequestDetail } from './request-detail.tsx';
import { FILTER_FIELDS, hitsOf, type RequestLine, requestFilter, unknownFields } from './request-filter.ts';
import { KEPT_LINES, requestLines, requestsState } from './request-store.ts';

const ROW_HEIGHT = 36;
const keyOf = ({ id }: RequestLine) => id;

/** What clients called, as it happens. */
export function RequestsTab() {
  useStates(requestLines, requestsState);
  const { path, query } = address.value;
  const [openId] = path;
  const filter = query.filter ?? '';
  const all = requestLines.value;
  const shown = useMemo(() => {
    const test = requestFilter(filter);
    return filter.trim() === '' ? all : all.filter(test);
  }, [all, filter]);
  const unknown = unknownFields(filter);
  const whole = `${all.length < KEPT_LINES ? '' : 'the latest '}${counted(all.length, 'request')}`;
  return (
    <div class={`split ${openId === undefined ? '' : 'is-open'}`}>
      <section class="split-list" aria-label="Requests">
        <Toolbar>
          <input
            type="search"
            class="grow"
            data-filter
            aria-label="Filter requests"
            placeholder="Filter: status:>=400 hits:0 op:put-products"
            title={`Words, and ${FILTER_FIELDS.map((field) => `${field}:`).join(' ')}; prefix - negates`}
            value={filter}
            onInput={typed((text) => stay('requests', path, { filter: text }))}
          />
          <span class="muted figures" aria-live="polite">
            {shown.length === all.length ? whole : `${shown.length} of ${whole}`}
          </span>
        </Toolbar>
        {unknown.length > 0 && (
          <p class="muted small pad">
            No filter “{unknown.join('”, “')}”. Filters: {FILTER_FIELDS.join(', ')}.
          </p>
        )}
        {all.length > 0 && <ActivityChart lines={shown} all={all} />}
        <RequestRows lines={shown} openId={openId} filter={filter} />
      </section>
      {openId !== undefined && <RequestDetail id={openId} key={openId} />}
    </div>
  );
}

interface RequestRowsProps {
  lines: readonly RequestLine[];
  openId: string | undefined;
  filter: string;
}

function RequestRows({ lines, openId, filter }: RequestRowsProps) {
  if (requestsState.value === 'failed') return <Failure message="The request log cannot be read." />;
  if (lines.length === 0) {
    if (requestsState.value === 'loading') return <Loading />;
    if (filter !== '') return <Empty title="No request matches the filter." />;
    return (
      <Empty title="No requests yet">
        <p>They appear here as they are made. Try one:</p>
        <pre class="code">brctl search sofa</pre>
      </Empty>
    );
  }
  return (
    <VirtualList items={lines} keyOf={keyOf} rowHeight={ROW_HEIGHT} label="Requests, newest first">
      {(line) => <RequestRow line={line} isOpen={line.id === openId} filter={filter} />}
    </VirtualList>
  );
}

function RequestRow({ line, isOpen, filter }: { line: RequestLine; isOpen: boolean; filter: string }) {
  const { subject, rest, catalog } = callSummary(line);
  const hits = hitsOf(line);
  return (
    <a
      class="row request-row"
      data-row
      href={writeAddress('requests', [line.id], { filter })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <time class="muted mono" dateTime={line.at}>
        {clockTime(line.at)}
      </time>
      <Status status={line.status} />
      <span class="method">{line.method}</span>
      <span class="muted cut operation">{line.operation ?? 'no such path'}</span>
      <span class="cut">
        <bdi>{subject}</bdi> <span class="muted mono">{rest}</span>
      </span>
      <span class="muted cut catalog">{catalog}</span>
      <Dim>{duration(line.elapsedMs)}</Dim>
      <span class="muted mono job">
        {line.jobId !== undefined
          ? `job ${line.jobId.slice(0, 6)}`
          : hits === undefined
            ? ''
            : counted(hits, 'hit')}
      </span>
    </a>
  );
}
