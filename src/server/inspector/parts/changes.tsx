import type { PlaceChange } from '../catalog/record-difference.ts';

/** What was crossed out, and what took its place. */
export function Changes({ changes }: { changes: readonly PlaceChange[] }) {
  return (
    <dl class="pairs">
      {changes.map(({ place, before, after }) => (
        <div key={place}>
          <dt class="mono">{place || 'the record'}</dt>
          <dd class="wrap">
            {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
