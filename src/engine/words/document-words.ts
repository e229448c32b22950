import { FieldWords } from './field-words.ts';

/** The fields in which words are searched, the description last: it is long, the others are short. */
export type SearchedField = 'title' | 'brand' | 'categories' | 'keywords' | 'other' | 'description';

/** The words of a document by the field that they are in, in the order of `SearchedField`. */
export class DocumentWords {
  readonly title = new FieldWords();
  readonly brand = new FieldWords();
  readonly categories = new FieldWords();
  readonly keywords = new FieldWords();
  readonly other = new FieldWords();
  readonly description = new FieldWords();
  readonly inOrder: readonly FieldWords[] = [
    this.title,
    this.brand,
    this.categories,
    this.keywords,
    this.other,
    this.description,
  ];
}
