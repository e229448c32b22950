import { useState } from 'preact/hooks';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { CatalogState } from '../../../protocol/control-documents.ts';
import { pathOf } from '../frame/address.ts';
import { callForAnswer } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { Failure } from '../parts/badges.tsx';
import { BarList, Chart, Plot } from '../parts/chart.tsx';
import { Button } from '../parts/form.tsx';
import { share } from '../parts/format.ts';
import { Caption } from '../parts/layout.tsx';
import {
  addRecord,
  byCountDesc,
  type CatalogProfile,
  type CategoryLine,
  categoryLines,
  emptyProfile,
  largestCategories,
  priceSpans,
} from './catalog-profile.ts';

/** After which the page gets its turn. */
const SLICE_RECORDS = 200;

/**
 * Reads a stored catalog until `most` records are read.
 *
 * @returns what was read, and whether it is all
 */
async function readProfile(
  catalog: string,
  most: number,
  signal: AbortSignal,
): Promise<{ profile: CatalogProfile; isAll: boolean }> {
  const ended = new AbortController();
  const answer = await callForAnswer(pathOf('catalogs', catalog, 'records'), {
    signal: AbortSignal.any([signal, ended.signal]),
  });
  const profile = emptyProfile();
  if (answer.body === null) return { profile, isAll: true };
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const [at, line] of lines.entries()) {
      addRecord(profile, line);
      if (profile.records >= most) {
        ended.abort();
        return { profile, isAll: false };
      }
      if (at % SLICE_RECORDS === SLICE_RECORDS - 1) await new Promise((resolve) => setTimeout(resolve));
    }
  }
  addRecord(profile, rest);
  return { profile, isAll: true };
}

/** Read at first; all of a large catalog only when asked for. */
const FIRST_RECORDS = 5_000;
const SHOWN_FIELDS = 40;
const SHOWN_CATEGORIES = 24;

/** What a catalog looks like: which fields are filled, what things cost, where they stand. */
export function ProfileCharts({ catalog }: { catalog: CatalogState }) {
  const [most, setMost] = useState(FIRST_RECORDS);
  const { answer, failure, isWaiting } = useFetch(
    (signal) => readProfile(catalog.name, most, signal),
    [catalog.name, catalog.version, most],
  );
  if (failure !== undefined) return <Failure message={failure} />;
  if (answer === undefined) return <p class="muted">Reading …</p>;
  const { profile, isAll } = answer;
  const fields = byCountDesc(profile.filled).map(([name, records]) => ({ name, depth: 0, records }));
  const categories = categoryLines(profile.categories);
  const prices = priceSpans(profile.prices);
  return (
    <>
      {!isAll && (
        <p class="toolbar muted">
          Of the first {pluralize(profile.records, 'record')}.
          <Button disabled={isWaiting} onClick={() => setMost(Number.POSITIVE_INFINITY)}>
            {isWaiting ? 'Reading …' : `Read all ${formatCount(catalog.records)}`}
          </Button>
        </p>
      )}
      <div class="columns">
        {prices.length > 0 && (
          <div class="card">
            <Chart
              title="Prices"
              rows={[
                ['from', 'to', 'records'],
                ...prices.map(({ from, to, count: many }) => [from, to, many]),
              ]}
            >
              <Histogram spans={prices} />
            </Chart>
          </div>
        )}
        {categories.length > 0 && (
          <BarCard
            title="Categories"
            lines={categories}
            shown={largestCategories(categories, SHOWN_CATEGORIES)}
            whole={profile.records}
          />
        )}
        <BarCard
          title="Filled fields"
          lines={fields}
          shown={fields.slice(0, SHOWN_FIELDS)}
          whole={profile.records}
        />
      </div>
    </>
  );
}

function Histogram({ spans }: { spans: ReturnType<typeof priceSpans> }) {
  const most = Math.max(...spans.map(({ count: many }) => many));
  return (
    <div class="histogram">
      {spans.map(({ from, to, count: many }) => (
        <div
          key={from}
          title={`${formatCount(from)} to below ${formatCount(to)}: ${pluralize(many, 'record')}`}
        >
          <span class="muted figures small">{many > 0 ? formatCount(many) : ''}</span>
          <Plot viewBox="0 0 10 100">
            <rect class="bar" y={100 - (100 * many) / most} width="10" height={(100 * many) / most} />
          </Plot>
          <span class="muted figures small">{from < 1_000 ? from : `${from / 1_024}k`}</span>
        </div>
      ))}
    </div>
  );
}

interface BarCardProps {
  title: string;
  lines: readonly CategoryLine[];
  shown: readonly CategoryLine[];
  whole: number;
}

function BarCard({ title, lines, shown, whole }: BarCardProps) {
  return (
    <div class="card">
      <Chart
        title={title}
        rows={[
          ['name', 'records', 'share %'],
          ...lines.map(({ name, depth, records }) => [
            '– '.repeat(depth) + name,
            records,
            Number(((100 * records) / whole).toFixed(2)),
          ]),
        ]}
      >
        <BarList
          lines={shown.map(({ name, depth, records }) => ({
            name,
            depth,
            pieces: [['bar', (100 * records) / whole]],
            figure: share(records, whole),
          }))}
        />
        {lines.length > shown.length && (
          <Caption>and {formatCount(lines.length - shown.length)} more in the table</Caption>
        )}
      </Chart>
    </div>
  );
}
