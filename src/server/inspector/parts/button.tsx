import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';

/** A button that sends no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
}

/** Copies a text that may have to be fetched first. */
export function CopyButton({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setSaid('Copied');
    } catch {
      setSaid('Copy failed: the browser denied access');
    }
    setTimeout(() => setSaid(''), 1_500);
  };
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{said === '' ? label : said}</span>
    </Button>
  );
}

/** Hands on what is in a field when it changes. */
export function typed<Text extends string>(take: (text: Text) => void) {
  return (event: { currentTarget: { value: string } }) => take(event.currentTarget.value as Text);
}
