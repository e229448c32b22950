import { BarList } from '../parts/bar-list.tsx';
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
      <BarList
        lines={parts.map(({ name, value }) => ({
          name,
          pieces: [[value < 0 ? 'bar-bad' : 'bar', (100 * Math.abs(value)) / most]],
          figure: value.toFixed(2),
        }))}
      />
    </Picture>
  );
}
