import type { CatalogState } from '../../../protocol/control-documents.ts';
import type { ExplainDocument, Gate, ScorePart } from '../../../protocol/explanation.ts';
import { joinPath, writeAddress } from '../frame/address.ts';
import { callForText } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { Failure } from '../parts/badges.tsx';
import { BarList, Chart } from '../parts/chart.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { Detail, JobLink } from '../parts/layout.tsx';
import { appendFilters, type SearchView, writeSearchView } from './search-view.ts';

/** Why a product is where it is, or is not there: every gate on its way, in their order. */
export function Explanation({ id, view, catalog }: { id: string; view: SearchView; catalog: CatalogState }) {
  const words = new URLSearchParams(view.type === 'category' ? { category: view.q } : { q: view.q });
  appendFilters(words, view);
  const path = `${joinPath('catalogs', catalog.name, 'explain', id)}?${words}`;
  const { answer, failure } = useFetch((signal) => callForText(path, { signal }), [path]);
  const explained = answer === undefined ? undefined : (JSON.parse(answer) as ExplainDocument);
  const verdict = explained?.found ? 'good' : explained?.found === false ? 'bad' : '';
  return (
    <Detail
      name="Explanation"
      back={writeAddress('search', [], writeSearchView(view))}
      actions={
        <a class="button" href={writeAddress('catalog', [catalog.name, id], { at: view.at })}>
          The record
        </a>
      }
    >
      <h2>
        <bdi class="mono">{id}</bdi> for “<bdi>{view.q}</bdi>”
      </h2>
      {failure && <Failure message={failure} />}
      {explained !== undefined && answer !== undefined && (
        <>
          <p class={`notice ${verdict}`}>
            <b>{verdict === 'good' ? 'Found' : verdict === 'bad' ? 'Not found' : 'Unknown'}</b>{' '}
            <code>{explained.code}</code>
            {explained.rank !== null && <span> · rank {explained.rank}</span>}
          </p>
          <ol>
            {explained.gates.map((gate) => (
              <GateLine key={gate.gate + gate.message} gate={gate} />
            ))}
          </ol>
          {explained.parts.length > 0 && <ScoreParts parts={explained.parts} score={explained.score} />}
          {explained.counterfactuals.length > 0 && (
            <div>
              <h3>What would change the result</h3>
              <ul>
                {explained.counterfactuals.map(({ text, rank, total }) => (
                  <li key={text}>
                    {text}: {formatPlace(rank, total)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <details>
            <summary>Full response</summary>
            <JsonView text={answer} label="Explanation as JSON" />
          </details>
        </>
      )}
    </Detail>
  );
}

function formatPlace(rank: number | null, total: number | null): string {
  if (total === null) return 'still not found';
  return rank === null ? `behind the first 1,000 of ${total}` : `rank ${rank} of ${total}`;
}

function GateLine({ gate: { gate, state, message, job_id: jobId } }: { gate: Gate }) {
  return (
    <li class={`gate ${state}`}>
      <b>
        {gate} <span class="unseen">{state}</span>
      </b>
      <span class="wrap">
        <bdi>{message}</bdi> {jobId !== undefined && <JobLink id={jobId} />}
      </span>
    </li>
  );
}

function ScoreParts({ parts, score }: { parts: readonly ScorePart[]; score: number | null }) {
  const max = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <Chart
      title={score === null ? 'Score' : `Score ${score.toFixed(2)}`}
      rows={[['part', 'value'], ...parts.map((part) => [namePart(part), part.value])]}
    >
      <BarList
        lines={parts.map(({ value, ...part }) => ({
          name: namePart(part),
          pieces: [[value < 0 ? 'bar-bad' : 'bar', (100 * Math.abs(value)) / max]],
          figure: value.toFixed(2),
        }))}
      />
    </Chart>
  );
}

/** Marks factors: they multiply the sum of all earlier parts. */
function namePart({ part, word, effect }: Omit<ScorePart, 'value'>): string {
  return `${effect === 'multiply' ? '× ' : ''}${part === 'word' ? `“${word}”` : part.replaceAll('_', ' ')}`;
}
