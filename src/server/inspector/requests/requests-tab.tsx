import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pluralize } from '../../../base/wording/amounts.ts';
import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { writeAddress } from '../frame/address.ts';
import { address, replaceView } from '../frame/navigation.ts';
import { useStates } from '../frame/state.ts';
import { EmptyState, Failure, Loading, Status } from '../parts/badges.tsx';
import { takeText } from '../parts/form.tsx';
import { formatClockTime, formatDuration } from '../parts/format.ts';
import { Item, Muted, Toolbar } from '../parts/layout.tsx';
import { ActivityChart } from './activity-picture.tsx';
import { callSummary } from './call-summary.ts';
import { RequestDetail } from './request-detail.tsx';
import { countHits, FILTER_FIELDS, findUnknownNames, parseRequestFilter } from './request-filter.ts';
import { KEPT_LINES, requestLines, requestsState } from './request-store.ts';

/** Rows beyond the edges, so that the next one is there before it is scrolled to. */
const EXTRA_ROWS = 12;

interface WindowListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  rowHeight: number;
  label: string;
  children: (item: Item) => ComponentChildren;
}

/** A list of any length: only the rows in sight exist. New rows at the top do not move what is being read. */
function VirtualList<Item>({ items, keyOf, rowHeight, label, children }: WindowListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const firstKey = useRef<string | undefined>(undefined);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  useLayoutEffect(() => {
    const before = firstKey.current;
    const [first] = items;
    firstKey.current = first === undefined ? undefined : keyOf(first);
    const element = box.current;
    if (element === null || before === undefined || before === firstKey.current) return;
    const added = items.findIndex((item) => keyOf(item) === before);
    if (added > 0 && element.scrollTop > rowHeight) element.scrollTop += added * rowHeight;
  }, [items, keyOf, rowHeight]);

  const from = Math.max(0, Math.floor(top / rowHeight) - EXTRA_ROWS);
  const to = Math.min(items.length, Math.ceil((top + height) / rowHeight) + EXTRA_ROWS);
  return (
    <div class="window" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <ul aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(from, to).map((item, index) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={from + index + 1}
            style={{ transform: `translateY(${(from + index) * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ROW_HEIGHT = 36;
const getKey = ({ id }: RequestLine) => id;

/** Live list of requests. */
export function RequestsTab() {
  useStates(requestLines, requestsState);
  const { path, query } = address.value;
  const [openId] = path;
  const filter = query.filter ?? '';
  const all = requestLines.value;
  const visible = useMemo(() => {
    const test = parseRequestFilter(filter);
    return filter.trim() === '' ? all : all.filter(test);
  }, [all, filter]);
  const whole = `${all.length < KEPT_LINES ? '' : 'the latest '}${pluralize(all.length, 'request')}`;
  return (
    <div class="split">
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
            onInput={takeText((text) => replaceView('requests', path, { filter: text }))}
          />
          <span class="muted figures" aria-live="polite">
            {visible.length === all.length ? whole : `${visible.length} of ${whole}`}
          </span>
        </Toolbar>
        {findUnknownNames(filter).map((hint) => (
          <p key={hint} class="muted small pad">
            {hint}
          </p>
        ))}
        {all.length > 0 && <ActivityChart lines={visible} all={all} />}
        <RequestRows lines={visible} openId={openId} filter={filter} />
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
  if (requestsState.value instanceof Error) return <Failure message={requestsState.value.message} />;
  if (lines.length === 0) {
    if (requestsState.value === 'loading') return <Loading />;
    if (filter !== '') return <EmptyState title="No request matches the filter." />;
    return (
      <EmptyState
        title="No requests yet"
        hint="They appear here as they are made. Try one:"
        command="brctl search sofa"
      />
    );
  }
  return (
    <VirtualList items={lines} keyOf={getKey} rowHeight={ROW_HEIGHT} label="Requests, newest first">
      {(line) => <RequestRow line={line} isOpen={line.id === openId} filter={filter} />}
    </VirtualList>
  );
}

function RequestRow({ line, isOpen, filter }: { line: RequestLine; isOpen: boolean; filter: string }) {
  const { subject, rest, catalog } = callSummary(line);
  const hits = countHits(line);
  return (
    <Item class="request-row" href={writeAddress('requests', [line.id], { filter })} isOpen={isOpen}>
      <time class="muted mono" dateTime={line.at}>
        {formatClockTime(line.at)}
      </time>
      <Status status={line.status} />
      <span class="method">{line.method}</span>
      <span class="muted cut operation">{line.operation ?? 'no such path'}</span>
      <span class="cut">
        <bdi>{subject}</bdi> <span class="muted mono">{rest}</span>
      </span>
      <span class="muted cut catalog">{catalog}</span>
      <Muted>{formatDuration(line.elapsedMs)}</Muted>
      <span class="muted mono job">
        {line.jobId !== undefined
          ? `job ${line.jobId.slice(0, 6)}`
          : hits === undefined
            ? ''
            : pluralize(hits, 'hit')}
      </span>
    </Item>
  );
}
