import type { ScorePart } from '../../protocol/explanation.ts';
import { BarList } from '../parts/bar-list.tsx';
import { Picture } from '../parts/picture.tsx';

/** What a score is made of. */
export function ScoreParts({ parts, score }: { parts: readonly ScorePart[]; score: number | null }) {
  const most = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <Picture
      title={score === null ? 'Score' : `Score ${score.toFixed(2)}`}
      rows={[['part', 'value'], ...parts.map((part) => [nameOf(part), part.value])]}
    >
      <BarList
        lines={parts.map(({ value, ...part }) => ({
          name: nameOf(part),
          pieces: [[value < 0 ? 'bar-bad' : 'bar', (100 * Math.abs(value)) / most]],
          figure: value.toFixed(2),
        }))}
      />
    </Picture>
  );
}

/** What multiplies says so: it does to all that was added before it. */
function nameOf({ part, word, effect }: Omit<ScorePart, 'value'>): string {
  return `${effect === 'multiply' ? '× ' : ''}${part === 'word' ? `“${word}”` : part.replaceAll('_', ' ')}`;
}
