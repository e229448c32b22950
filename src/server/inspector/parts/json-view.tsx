import { useMemo, useState } from 'preact/hooks';
import { Button } from './form.tsx';
import { isLikelyJson, tokenizeJson } from './json-tokens.ts';

/** More is shown when it is asked for: to lay out megabytes would hold the page up. */
const SHOWN_CHARACTERS = 20_000;

/** A body as text, JSON with its structure. */
export function JsonView({ text, label }: { text: string; label: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const visible = isWhole ? text : text.slice(0, SHOWN_CHARACTERS);
  const tokens = useMemo(() => (isLikelyJson(visible) ? tokenizeJson(visible) : undefined), [visible]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="code" tabIndex={0} aria-label={label}>
        <pre>
          {tokens === undefined
            ? visible
            : tokens.map(({ kind, text }, index) => (
                <span key={index} class={`json-${kind}`}>
                  {text}
                </span>
              ))}
        </pre>
      </section>
      {visible.length < text.length && (
        <Button class="quiet" onClick={() => setIsWhole(true)}>
          Show all
        </Button>
      )}
    </>
  );
}
