import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { BrctlError } from '../../../base/errors.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import { type FeedFormat, type FeedParams, listParamFields } from '../formats/feed-format.ts';
import { hasWord } from '../mapping/fields-by-words.ts';
import { CategoryTree } from '../values/categories.ts';
import { cleanText, findNamedCharacter, memoizeByText } from '../values/plain-text.ts';
import {
  addToCell,
  type Cell,
  FieldNames,
  listTexts,
  type RowHandler,
  type RowReader,
  toPlainName,
  unreadableFeedError,
} from './fields.ts';
import type { JsonObject, Unwrap } from './json-rows.ts';

/** Feeds are flat; deeper nesting is an attack. */
const MAX_DEPTH = 100;

/** Of the product data of merchant feeds; whatever prefix a feed gives it, its fields are called `g:…` here. */
const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0';

/** The entities of XML, and those of HTML that careless feeds use. What a document defines itself is never looked at. */
const ENTITIES = new Proxy({}, { get: (_, name) => findNamedCharacter(String(name)) });

/** No entity is longer. */
const MAX_ENTITY_CHARACTERS = 40;

/** Where to cut a text so that no entity is divided. */
function findCut(text: string): number {
  const start = text.lastIndexOf('&');
  const isOpen = start >= 0 && text.length - start < MAX_ENTITY_CHARACTERS && !text.includes(';', start);
  return isOpen ? start : text.length;
}

/**
 * Escapes ampersands that begin no entity: the parser would take all up to the next semicolon for a name.
 * In CDATA, too: values have their entities decoded in any case.
 */
function withEntities(text: string): string {
  return text.replaceAll(/&(?!(?:[A-Za-z][A-Za-z0-9]*|#\d+|#[xX][0-9A-Fa-f]+);)/g, '&amp;');
}

/** `/list` for `<price type="list">`, one of several prices of a record; empty for any other element. */
function nameKind({ type, kind, name, code }: Record<string, string>, element: string): string {
  const told = type ?? kind ?? name ?? code;
  return told !== undefined && hasWord(element, '{price}') && /^[a-z][\w -]*$/i.test(told) ? `/${told}` : '';
}

/** Of a format what readers of its rows need. */
export interface ReaderParts extends Pick<FeedFormat, 'translate' | 'variantPath'> {
  params?: FeedParams | undefined;
  unwrap?: Unwrap | undefined;
}

/** `parent_id`, `categoryId`: the elements and attributes of a category are called alike. */
const toCategoryPart = (name: string) =>
  name.toLowerCase().replace(/^parent.*|^category_?/, (part) => (part.startsWith('p') ? 'parent' : ''));

/** A field by which records name the categories that stand before them. */
const isCategoryId = memoizeByText((field) => /categ\w*?[\W_]*ids?$/i.test(field));

/** Elements of a record that `unwrap` gets as its variants. */
const VARIANT = /^(?:(?:[vw]ar[iy]|skus|вар)[^/]*\/(?:[vw]ar[iy]|sku|вар)[^/]*|[vw]ar[iy]ant[ea]?)$/iu;

/**
 * Rows of XML: elements at one path (`rss/channel/item`), fields by their path in it: `link/@href`.
 * Neither document types nor entities of the document are read.
 */
export class XmlRows implements RowReader {
  readonly #parser = new SaxesParser({ fragment: false, xmlns: false, position: true });
  readonly #fields: FieldNames;
  readonly #handler: RowHandler;
  readonly #recordPath: readonly string[];
  readonly #open: string[] = [];
  #googlePrefix = 'g:';
  /** The record path by the names that elements have here. */
  #recordPlace = '';
  /** The prefix of the root, which says nothing. */
  #rootPrefix = '\n';
  #cells: Cell[] | undefined;
  #variantPath: string | undefined;
  readonly #unwrap: Unwrap | undefined;
  /** Those of variants that are unwrapped: their products have other names for some. */
  readonly #variantFields = new FieldNames();
  #variants: Cell[][] = [];
  #line = 0;
  #fault: string | undefined;
  /** Text of the innermost element, and whether it holds others. */
  #text = '';
  #hasChildren = false;
  #bytesSinceRecord = 0;
  /** An entity at the end of a chunk that may go on in the next. */
  #carried = '';
  /** Asked for each element of each row. */
  readonly #isParam: (field: string) => boolean;
  readonly #paramFields: readonly string[];
  readonly #categories = new CategoryTree();
  /** The category that is read, outside of records, and how deep it lies. */
  #category: Map<string, string> | undefined;
  #categoryDepth = 0;

  /** @param recordPath names of the elements from the root to a record */
  constructor(
    fields: FieldNames,
    recordPath: readonly string[],
    handler: RowHandler,
    { params, variantPath, unwrap }: ReaderParts = {},
  ) {
    this.#paramFields = params === undefined ? [] : listParamFields(params);
    const param = params && toPlainName(params.name.slice(0, params.name.lastIndexOf('/')));
    this.#isParam = memoizeByText((field) => toPlainName(field) === param);
    this.#variantPath = variantPath;
    this.#unwrap = unwrap;
    this.#fields = fields;
    this.#handler = handler;
    this.#recordPath = recordPath;
    this.#parser.ENTITIES = ENTITIES;
    this.#parser.on('error', (error) => this.#handleError(error));
    this.#parser.on('doctype', (doctype) => this.#checkDoctype(doctype));
    this.#parser.on('opentag', (tag) => this.#openTag(tag));
    this.#parser.on('closetag', (tag) => this.#closeTag(tag));
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('cdata', (text) => this.#addText(text));
  }

  push(chunk: Buffer): void {
    this.#bytesSinceRecord += chunk.length;
    const text = this.#carried + chunk.toString('utf8');
    const cut = findCut(text);
    this.#carried = text.slice(cut);
    this.#parser.write(withEntities(text.slice(0, cut)));
    if (this.#bytesSinceRecord <= MAX_TEXT_BYTES) return;
    const message = `no <${this.#recordPath.at(-1)}> ends within ${formatCount(MAX_TEXT_BYTES)} bytes`;
    const line = this.#cells === undefined ? this.#parser.line : this.#line;
    const hint = 'check that the file is a product feed; a mapping can name its records: --init';
    throw unreadableFeedError('xml.record_too_long', message, line, hint);
  }

  end(): void {
    this.#parser.write(withEntities(this.#carried));
    this.#parser.close();
  }

  #createError(code: string, message: string, hint: string): BrctlError {
    return unreadableFeedError(code, message, this.#parser.line, hint);
  }

  /** Inside a record it is the record that is at fault; elsewhere the whole feed is. */
  #handleError({ message }: Error): void {
    const text = message.replace(/^(?:\d+:\d+: )+/, '').replace(/\.$/, '');
    if (/^(?:unclosed tag|unexpected end)/.test(text)) {
      const cut = 'the XML ends too early: elements are not closed';
      throw this.#createError('xml.cut', cut, 'fetch the feed again; it was cut');
    }
    if (this.#cells === undefined || text.includes('clos'))
      throw this.#createError('xml.syntax', `not well-formed XML: ${text}`, 'check it with: xmllint --noout');
    this.#fault ??= text;
  }

  /** A document type may name files and make text grow without end; a feed needs none. */
  #checkDoctype(doctype: string): void {
    if (!/<!ENTITY/i.test(doctype)) return;
    const message = 'the XML defines its own entities; brctl does not expand them';
    throw this.#createError('xml.entities', message, 'write the feed without a DOCTYPE');
  }

  #openTag({ name, attributes }: SaxesTagPlain): void {
    if (this.#open.length === 0) this.#readNamespaces(name, attributes);
    const depth = this.#open.push(this.#toOwnName(name));
    if (depth > MAX_DEPTH)
      throw this.#createError('xml.depth', `more than ${MAX_DEPTH} nested elements`, 'check the feed');
    if (this.#cells === undefined && this.#open.join('/') === this.#recordPlace) {
      this.#cells = [];
      this.#line = this.#parser.line;
      this.#fault = undefined;
    }
    if (this.#cells !== undefined) {
      const field = this.#nameField();
      if (this.#unwrap !== undefined && VARIANT.test(field)) this.#variantPath = field;
      if (field === this.#variantPath) this.#variants.push([]);
      for (const name in attributes)
        if (!name.startsWith('xmlns'))
          this.#add(field === '' ? `@${name}` : `${field}/@${name}`, attributes[name] as string);
    } else if (this.#category === undefined && name === 'category' && this.#open.at(-2) === 'categories') {
      this.#categoryDepth = depth;
      this.#category = new Map();
      for (const name in attributes) this.#category.set(toCategoryPart(name), attributes[name] as string);
    }
    this.#text = '';
    this.#hasChildren = false;
  }

  #readNamespaces(root: string, attributes: Record<string, string>): void {
    if (root.includes(':')) this.#rootPrefix = root.slice(0, root.indexOf(':') + 1);
    for (const [name, value] of Object.entries(attributes))
      if (value === GOOGLE_NAMESPACE && name.startsWith('xmlns:'))
        this.#googlePrefix = `${name.slice('xmlns:'.length)}:`;
    this.#recordPlace = this.#recordPath.map((name) => this.#toOwnName(name)).join('/');
  }

  #toOwnName(name: string): string {
    if (name.startsWith(this.#rootPrefix)) return name.slice(this.#rootPrefix.length);
    const prefix = this.#googlePrefix;
    return prefix === 'g:' || !name.startsWith(prefix) ? name : `g:${name.slice(prefix.length)}`;
  }

  /** The path in the record of the innermost element; asked for each element of each row. */
  #nameField(): string {
    const [open, depth] = [this.#open, this.#recordPath.length];
    return open.length === depth + 1 ? (open[depth] as string) : open.slice(depth).join('/');
  }

  /** A field by the cells that it belongs to, and its name in them. */
  #locate(field: string): { cells: Cell[]; fields: FieldNames; name: string } {
    const isOfVariant = this.#variantPath !== undefined && field.startsWith(`${this.#variantPath}/`);
    const cells = (isOfVariant ? this.#variants.at(-1) : this.#cells) as Cell[];
    if (!isOfVariant || this.#unwrap === undefined) return { cells, fields: this.#fields, name: field };
    return { cells, fields: this.#variantFields, name: field.slice(`${this.#variantPath}/`.length) };
  }

  #add(field: string, text: string): void {
    const { cells, fields, name } = this.#locate(field);
    addToCell(cells, fields.numberOf(name), text);
  }

  #addText(text: string): void {
    if (this.#cells !== undefined || this.#category !== undefined) this.#text += text;
  }

  #closeTag({ attributes }: SaxesTagPlain): void {
    if (this.#cells === undefined) this.#closeOutside();
    else if (this.#open.length === this.#recordPath.length) this.#endRecord(this.#cells);
    else {
      const field =
        this.#nameField() +
        (this.#unwrap === undefined ? '' : nameKind(attributes, this.#open.at(-1) as string));
      const { cells, fields, name } = this.#locate(field);
      const isParam = this.#isParam(name);
      // `<a name="EAN" value="590…"/>`
      const text = this.#text.trim() === '' && isParam ? (attributes.value ?? '') : this.#text;
      if (!this.#hasChildren && text !== '') this.#add(field, text);
      if (isParam) this.#alignParams(cells, fields);
    }
    this.#open.pop();
    this.#text = '';
    this.#hasChildren = true;
  }

  /** Each element of params gets as many names as values as units, so that those of one element stand at one place. */
  #alignParams(cells: Cell[], fields: FieldNames): void {
    const numbers = this.#paramFields.map((name) => fields.numbersOf(name)[0] ?? fields.numberOf(name));
    const length = Math.max(...numbers.map((number) => listTexts(cells[number]).length));
    for (const number of numbers) {
      const texts = listTexts(cells[number]);
      if (texts.length < length) cells[number] = length === 1 ? '' : [...texts, ''];
    }
  }

  #closeOutside(): void {
    if (this.#category === undefined) return;
    const isPart = this.#open.length > this.#categoryDepth;
    this.#category.set(isPart ? toCategoryPart(this.#open.at(-1) as string) : 'text', cleanText(this.#text));
    if (isPart) return;
    const [id = '', parent = '', name = this.#category.get('text') ?? ''] = ['id', 'parent', 'name'].map(
      (part) => this.#category?.get(part)?.trim(),
    );
    this.#categories.add(id, parent, name);
    this.#category = undefined;
    this.#bytesSinceRecord = 0;
  }

  #endRecord(cells: Cell[]): void {
    // In place of the ids of categories stand their paths; an id that the feed does not list names nothing.
    for (let number = 0; number < cells.length && !this.#categories.isEmpty; number++) {
      if (!isCategoryId(this.#fields.names[number] as string)) continue;
      const paths = this.#categories.pathsTo(listTexts(cells[number]));
      cells[number] = paths && new RawJson(paths);
    }
    const variants = this.#variants;
    this.#variants = [];
    this.#cells = undefined;
    this.#bytesSinceRecord = 0;
    if (this.#fault === undefined)
      for (const row of this.#listRows(cells, variants)) this.#handler.row(row, this.#line);
    else this.#handler.rejected('xml.record', `not well-formed: ${this.#fault}`, this.#line);
  }

  #listRows(cells: Cell[], variants: readonly Cell[][]): readonly Cell[][] {
    if (variants.length > 0 && this.#unwrap === undefined) {
      cells[this.#fields.numberOf(this.#variantPath as string)] = String(variants.length);
      return [cells, ...variants];
    }
    const filled = variants.filter(({ length }) => length > 0);
    if (filled.length === 0 || this.#unwrap === undefined) return [cells];
    const toObject = (row: readonly Cell[], nameOf: (number: number) => string): JsonObject =>
      Object.fromEntries(row.flatMap((cell, number) => (cell === undefined ? [] : [[nameOf(number), cell]])));
    const product = toObject(cells, (number) => this.#fields.names[number] as string);
    // An element of the product may be an attribute of its variants.
    const nameInProduct = (number: number) => {
      const bare = this.#variantFields.names[number]?.replace(/^@/, '') ?? '';
      return [bare, `@${bare}`].find((same) => same in product) ?? bare;
    };
    const own = filled.map((variant) => toObject(variant, nameInProduct));
    return this.#unwrap({ ...product, variants: own }).map(({ variants: _, ...row }) => {
      const found: Cell[] = [];
      for (const [name, cell] of Object.entries(row)) found[this.#fields.numberOf(name)] = cell as Cell;
      return found;
    });
  }
}
