import { useState } from 'preact/hooks';
import type { CatalogState } from '../frame/catalog-state.ts';
import { BarList } from '../parts/bar-list.tsx';
import { count, counted, share } from '../parts/figures.ts';
import { Failure } from '../parts/marks.tsx';
import { Picture } from '../parts/picture.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { mostFirst, priceSpans } from './catalog-profile.ts';
import { readProfile } from './record-stream.ts';

/** Read at first; all of a large catalog only when asked for. */
const FIRST_RECORDS = 5_000;
const SHOWN_FIELDS = 40;
const SHOWN_CATEGORIES = 16;

/** What a catalog looks like: which fields are filled, what things cost, where they stand. */
export function ProfilePictures({ catalog }: { catalog: CatalogState }) {
  const [most, setMost] = useState(FIRST_RECORDS);
  const { answer, failure, isWaiting } = useAnswer(
    (signal) => readProfile(catalog.name, most, signal),
    [catalog.name, catalog.version, most],
  );
  if (failure !== undefined) return <Failure message={failure} />;
  if (answer === undefined) return <p class="muted">Reading …</p>;
  const { profile, isAll } = answer;
  const fields = mostFirst(profile.filled);
  const categories = mostFirst(profile.categories);
  const prices = priceSpans(profile.prices);
  return (
    <>
      {!isAll && (
        <p class="toolbar muted">
          Of the first {counted(profile.records, 'record')}.
          <button type="button" disabled={isWaiting} onClick={() => setMost(Number.POSITIVE_INFINITY)}>
            {isWaiting ? 'Reading …' : `Read all ${count(catalog.records)}`}
          </button>
        </p>
      )}
      <div class="pictures">
        {prices.length > 0 && (
          <div class="card">
            <Picture
              title="Prices"
              rows={[
                ['from', 'to', 'records'],
                ...prices.map(({ from, to, count: many }) => [from, to, many]),
              ]}
            >
              <Histogram spans={prices} />
            </Picture>
          </div>
        )}
        {categories.length > 0 && (
          <BarCard
            title="Top categories"
            lines={categories}
            shown={SHOWN_CATEGORIES}
            whole={profile.records}
          />
        )}
        <BarCard title="Filled fields" lines={fields} shown={SHOWN_FIELDS} whole={profile.records} />
      </div>
    </>
  );
}

function Histogram({ spans }: { spans: ReturnType<typeof priceSpans> }) {
  const most = Math.max(...spans.map(({ count: many }) => many));
  return (
    <div class="histogram">
      {spans.map(({ from, to, count: many }) => (
        <div key={from} title={`${count(from)} to below ${count(to)}: ${counted(many, 'record')}`}>
          <span class="muted figures small">{many > 0 ? count(many) : ''}</span>
          <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar" y={100 - (100 * many) / most} width="10" height={(100 * many) / most} />
          </svg>
          <span class="muted figures small">{from < 1_000 ? from : `${from / 1_024}k`}</span>
        </div>
      ))}
    </div>
  );
}

interface BarCardProps {
  title: string;
  lines: readonly (readonly [string, number])[];
  shown: number;
  whole: number;
}

function BarCard({ title, lines, shown, whole }: BarCardProps) {
  return (
    <div class="card">
      <Picture
        title={title}
        rows={[
          ['name', 'records', 'share %'],
          ...lines.map(([name, many]) => [name, many, Number(((100 * many) / whole).toFixed(2))]),
        ]}
      >
        <BarList
          lines={lines.slice(0, shown).map(([name, many]) => ({
            name,
            pieces: [['bar', (100 * many) / whole]],
            figure: share(many, whole),
          }))}
        />
        {lines.length > shown && <p class="muted small">and {lines.length - shown} more in the table</p>}
      </Picture>
    </div>
  );
}
