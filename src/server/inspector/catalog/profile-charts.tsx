import { useState } from 'preact/hooks';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { CatalogState } from '../../../protocol/control-documents.ts';
import { joinPath } from '../frame/address.ts';
import { callForAnswer } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { Failure } from '../parts/badges.tsx';
import { BarList, Chart } from '../parts/chart.tsx';
import { Button } from '../parts/form.tsx';
import { share } from '../parts/format.ts';
import { Caption } from '../parts/layout.tsx';
import {
  addRecord,
  createProfile,
  listCategories,
  listPrices,
  type ProfileLine,
  selectLargest,
} from './catalog-profile.ts';

/** Reads a stored catalog until `max` records are read. */
async function readProfile(catalog: string, max: number, signal: AbortSignal) {
  const ended = new AbortController();
  const answer = await callForAnswer(joinPath('catalogs', catalog, 'records'), {
    signal: AbortSignal.any([signal, ended.signal]),
  });
  const profile = createProfile();
  const texts = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await texts?.read(); part?.value !== undefined; part = await texts?.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      addRecord(profile, line);
      if (profile.records >= max) {
        ended.abort();
        return { profile, isAll: false };
      }
    }
  }
  addRecord(profile, rest);
  return { profile, isAll: true };
}

/** Read at first; all of a large catalog only when asked for. */
const FIRST_RECORDS = 5_000;
const SHOWN_FIELDS = 40;
const SHOWN_CATEGORIES = 24;

/** Profile of a catalog: filled fields, prices, categories. */
export function ProfileCharts({ catalog }: { catalog: CatalogState }) {
  const [max, setMax] = useState(FIRST_RECORDS);
  const read = (signal: AbortSignal) => readProfile(catalog.name, max, signal);
  const { answer, failure } = useFetch(read, [catalog.name, catalog.version, max]);
  if (failure !== undefined) return <Failure message={failure} />;
  if (answer === undefined) return <p class="muted">Reading …</p>;
  const { profile, isAll } = answer;
  const fields = listCategories(profile.filled);
  const categories = listCategories(profile.categories);
  const prices = listPrices(profile.prices);
  const cards = [
    ['Prices', prices, prices],
    ['Categories', categories, selectLargest(categories, SHOWN_CATEGORIES)],
    ['Filled fields', fields, fields.slice(0, SHOWN_FIELDS)],
  ] as const;
  return (
    <>
      {!isAll && (
        <p class="toolbar muted">
          Of the first {pluralize(profile.records, 'record')}.
          <Button disabled={max > FIRST_RECORDS} onClick={() => setMax(Number.POSITIVE_INFINITY)}>
            {max > FIRST_RECORDS ? 'Reading …' : `Read all ${formatCount(catalog.records)}`}
          </Button>
        </p>
      )}
      <div class="columns">
        {cards.map(
          ([title, lines, count]) =>
            lines.length > 0 && (
              <BarCard key={title} title={title} lines={lines} shown={count} whole={profile.records} />
            ),
        )}
      </div>
    </>
  );
}

interface BarCardProps {
  title: string;
  lines: readonly ProfileLine[];
  shown: readonly ProfileLine[];
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
