interface IdFormProps {
  label: string;
  hint: string;
  initial?: string;
  /** Text of its button; without one, Enter sends it. */
  button?: string;
  /** `/` goes there. */
  isFilter?: boolean;
  onSend(id: string): void;
}

/** Asks for an id or a name. */
export function IdForm({ label, hint, initial = '', button, isFilter, onSend }: IdFormProps) {
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const id = (form[0] as HTMLInputElement).value.trim();
        if (id === '') return;
        onSend(id);
        form.reset();
      }}
    >
      <input
        class="grow"
        data-filter={isFilter}
        aria-label={label}
        placeholder={hint}
        defaultValue={initial}
      />
      {button && <button type="submit">{button}</button>}
    </form>
  );
}
