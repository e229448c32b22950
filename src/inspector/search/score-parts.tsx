import { Picture } from '../parts/picture.tsx';
import type { ScorePart } from './explanation-document.ts';

/** What a score is made of. */
export function ScoreParts({ parts, score }: { parts: readonly ScorePart[]; score: number | undefined }) {
  const most = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <Picture
      title={score === undefined ? 'Score' : `Score ${score.toFixed(2)}`}
      rows={[['part', 'value'], ...parts.map(({ name, value }) => [name, value])]}
    >
      <dl class="bars">
        {parts.map(({ name, value }) => (
          <div key={name}>
            <dt class="cut">
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  class={value < 0 ? 'bar-bad' : 'bar'}
                  width={(100 * Math.abs(value)) / most}
                  height="10"
                  rx="1"
                />
              </svg>
              <span class="figures">{value.toFixed(2)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Picture>
  );
}
