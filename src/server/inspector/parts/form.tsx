import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { CatalogState } from '../../../protocol/control-documents.ts';
import { Failure } from './badges.tsx';

/** A button that sends no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
}

/** Copies a text that may have to be fetched first. */
export function CopyButton({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [message, setMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setMessage('Copied');
    } catch {
      setMessage('Copy failed: the browser denied access');
    }
    setTimeout(() => setMessage(''), 1_500);
  };
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{message === '' ? label : message}</span>
    </Button>
  );
}

/** Hands on what is in a field when it changes. */
export function takeText<Text extends string>(take: (text: Text) => void) {
  return (event: { currentTarget: { value: string } }) => take(event.currentTarget.value as Text);
}

/** Unsent input by the name of its form: it is there again when its tab comes back. */
export const drafts = new Map<string, Record<string, string>>();

interface FormProps {
  class: string;
  /** Keeps a draft under this name. */
  draft?: string;
  /** @param values of the fields by their names */
  onSend(values: Record<string, string>, form: HTMLFormElement): unknown;
  children: ComponentChildren;
}

/** Hands on its fields when it is sent, and shows why that failed. */
export function Form({ class: name, draft, onSend, children }: FormProps) {
  const [failure, setFailure] = useState<string>();
  const readFields = (form: HTMLFormElement) =>
    Object.fromEntries(new FormData(form)) as Record<string, string>;
  const send = async (form: HTMLFormElement) => {
    try {
      await onSend(readFields(form), form);
      setFailure(undefined);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <form
      class={name}
      onInput={(event) => draft && drafts.set(draft, readFields(event.currentTarget))}
      onReset={() => draft && drafts.delete(draft)}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {children}
      {failure !== undefined && <Failure message={failure} />}
    </form>
  );
}

interface IdFormProps {
  label: string;
  hint: string;
  initial?: string;
  /** Text of its button; without one, Enter sends it. */
  button?: string;
  /** `/` goes there. */
  isFilter?: boolean;
  onSend(id: string): unknown;
}

/** Asks for an id or a name. */
export function IdForm({ label, hint, initial = '', button, isFilter, onSend }: IdFormProps) {
  const send = async ({ id = '' }: Record<string, string>, form: HTMLFormElement) => {
    if (id.trim() === '') return;
    await onSend(id.trim());
    form.reset();
  };
  return (
    <Form class="toolbar" draft={label} onSend={send}>
      <input
        class="grow"
        name="id"
        data-filter={isFilter}
        aria-label={label}
        placeholder={hint}
        defaultValue={drafts.get(label)?.id ?? initial}
      />
      {button && <button type="submit">{button}</button>}
    </Form>
  );
}

interface CatalogChoiceProps {
  all: readonly CatalogState[];
  value: string;
  label?: string;
  onChange(name: string): void;
}

export function CatalogChoice({ all, value, label = 'Catalog', onChange }: CatalogChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={takeText(onChange)}>
      {all.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
