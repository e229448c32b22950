import { RecordEditor } from '../../../catalog/record.ts';
import type { Operation } from '../../../protocol/operation.ts';
import type { ChangedRecord } from '../../store/head-writer.ts';

/** A record taken apart, or, without an editor, as the text that it has become, which takes far less. */
interface EditedRecord {
  editor: RecordEditor | undefined;
  text: string | undefined;
  before: string | undefined;
  line: number;
}

/** Characters of a record that is printed when an operation for another one comes: to read it again takes no time to speak of. */
const MAX_READ_AGAIN = 16_384;

export interface EditedRecordsOptions {
  read(id: string): string | undefined;
  /** Takes a record that is not as it was read, with the line of the first operation for it. */
  write(record: Omit<ChangedRecord, 'lacks'> & { line: number }): void;
  /** Characters of records and values that are held before all are written; without it they wait for `flush`. */
  maxBufferedChars?: number;
}

/** Write-back buffer: reads and parses each record once, however many operations change it, and writes it once. */
export class RecordWriteBuffer {
  readonly #options: EditedRecordsOptions;
  readonly #records = new Map<string, EditedRecord>();
  #last: EditedRecord | undefined;
  #held = 0;

  constructor(options: EditedRecordsOptions) {
    this.#options = options;
  }

  /** @throws BrctlError `operation.missing_target`, `record.not_object` */
  apply(operation: Operation): void {
    const record = this.#openRecord(operation);
    if (record !== this.#last) settle(this.#last);
    this.#last = record;
    record.editor ??= new RecordEditor(record.text);
    record.editor.apply(operation);
    this.#held += operation.value?.length ?? 0;
    const { maxBufferedChars } = this.#options;
    if (maxBufferedChars !== undefined && this.#held > maxBufferedChars && this.#records.size > 1)
      this.flush();
  }

  flush(): void {
    for (const [id, { editor, text, before, line }] of this.#records) {
      const json = editor === undefined ? text : editor.print();
      if (json !== before) this.#options.write({ id, json, before, line });
    }
    this.#records.clear();
    this.#last = undefined;
    this.#held = 0;
  }

  #openRecord({ target: { id }, line }: Operation): EditedRecord {
    const known = this.#records.get(id);
    if (known !== undefined) return known;
    const before = this.#options.read(id);
    const record: EditedRecord = { editor: undefined, text: before, before, line };
    this.#records.set(id, record);
    this.#held += before?.length ?? 0;
    return record;
  }
}

/** Operations for a record mostly follow each other: what it was taken apart into is not needed any more. */
function settle(record: EditedRecord | undefined): void {
  if (record?.editor === undefined || (record.before?.length ?? 0) > MAX_READ_AGAIN) return;
  const text = record.editor.print();
  if ((text?.length ?? 0) > MAX_READ_AGAIN) return;
  record.text = text;
  record.editor = undefined;
}
