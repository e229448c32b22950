import { type CategoryList, CategoryLists } from '../record/category-lists.ts';
import { DocumentFields } from '../record/document-fields.ts';
import { DocumentTexts, type NameSink } from '../record/document-texts.ts';
import { KIND } from '../record/json-nodes.ts';
import { RecordReader, type ViewNodes } from '../record/record-reader.ts';
import { RoleNodes } from '../record/role-nodes.ts';
import { RollUps } from '../record/roll-ups.ts';
import { ValueInterner } from '../values/value-table.ts';
import type { DocumentWords } from '../words/document-words.ts';
import { TextReader, type WordReader } from '../words/text-reader.ts';

/** Records as their views show them, with their fields and words, one at a time. */
export class RecordInView {
  readonly values = new ValueInterner();
  readonly reader = new RecordReader();
  readonly roles = new RoleNodes();
  readonly fields = new DocumentFields(this.reader, this.values);
  readonly rollUps = new RollUps(this.reader.plans);
  readonly words = new TextReader(this.values);
  categories: CategoryList = { entries: [], names: [], distinctNames: [] };
  readonly #lists = new CategoryLists(this.values);
  readonly #texts: DocumentTexts;

  /** @param isTitlesOnly reads the words of titles alone; of all other texts just the lengths are known */
  constructor(names: NameSink, { isTitlesOnly = false } = {}) {
    // A title is one value, a description alone is a text.
    const titles: WordReader = {
      addValue: (field, value) => {
        if (field === this.texts.title) this.words.addValue(field, value);
      },
      addText: () => undefined,
    };
    const sink = { texts: isTitlesOnly ? titles : this.words, add: () => undefined };
    this.#texts = new DocumentTexts(this.reader, this.values, sink, names);
  }

  /** Reads a record's JSON text. */
  read(json: string): void {
    this.reader.read(json);
    this.#texts.forget();
  }

  get views(): readonly ViewNodes[] {
    return this.reader.views;
  }

  /** Shows the record as a view does, null for the base. */
  show(view: ViewNodes | null): void {
    const { reader, roles, fields, rollUps } = this;
    reader.show(view);
    roles.read(reader.nodes, reader.attributes);
    fields.read();
    rollUps.read(fields);
    this.categories = this.#lists.of(reader.nodes, roles.of('category_paths'), roles.of('category'));
    this.#texts.add(roles, fields, this.categories);
  }

  get texts(): DocumentWords {
    return this.#texts.words;
  }

  /** Characters of all texts but the title. */
  get restLength(): number {
    const { brand, categories, keywords, other, description } = this.texts;
    return brand.length + categories.length + keywords.length + other.length + description.length;
  }

  isAvailable(): boolean {
    const { nodes } = this.reader;
    const node = this.roles.of('availability');
    if (node === 0) return true;
    return nodes.kinds[node] === KIND.string
      ? !nodes.isText(node, 'false')
      : nodes.kinds[node] !== KIND.false;
  }
}
