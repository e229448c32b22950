import { RecordEditor } from '../../../catalog/record.ts';
import type { Operation } from '../../../protocol/operation.ts';
import type { ChangedRecord } from '../../store/head-writer.ts';

/** A record at work. */
interface EditedRecord {
  editor: RecordEditor;
  before: string | undefined;
  line: number;
}

/** Where records are read from and written to. */
export interface EditedRecordsOptions {
  /** JSON text of a record, undefined where there is none. */
  read(id: string): string | undefined;
  /** Takes a record that is not as it was read, with the line of the first operation for it. */
  write(record: ChangedRecord & { line: number }): void;
  /** Characters of records and values that are held before all are written; without it they wait for `flush`. */
  maxHeld?: number;
}

/**
 * Records that operations change: each read once and printed once, however many operations there are for it. A record of
 * 5 MB to which 2,000 operations apply is not read 2,000 times.
 */
export class EditedRecords {
  readonly #options: EditedRecordsOptions;
  readonly #editors = new Map<string, EditedRecord>();
  #held = 0;

  constructor(options: EditedRecordsOptions) {
    this.#options = options;
  }

  /** @throws BrctlError `operation.missing_target`, `record.not_object` */
  apply(operation: Operation): void {
    this.#editorOf(operation).apply(operation);
    this.#held += operation.value?.length ?? 0;
    const { maxHeld } = this.#options;
    if (maxHeld !== undefined && this.#held > maxHeld && this.#editors.size > 1) this.flush();
  }

  /** Writes every record that is not as it was. */
  flush(): void {
    for (const [id, { editor, before, line }] of this.#editors) {
      const json = editor.print();
      if (json !== before) this.#options.write({ id, json, before, line });
    }
    this.#editors.clear();
    this.#held = 0;
  }

  #editorOf({ target: { id }, line }: Operation): RecordEditor {
    const known = this.#editors.get(id);
    if (known !== undefined) return known.editor;
    const before = this.#options.read(id);
    const editor = new RecordEditor(before);
    this.#editors.set(id, { editor, before, line });
    this.#held += before?.length ?? 0;
    return editor;
  }
}
