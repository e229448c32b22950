import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { RawJson } from '../../../base/json/lossless.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import type { FeedFormat, FeedParams } from '../formats/feed-format.ts';
import { CategoryTree } from '../values/categories.ts';
import { cleanText, namedCharacter } from '../values/plain-text.ts';
import { remembering } from '../values/remembering.ts';
import {
  type Cell,
  type FieldNames,
  plainName,
  type RowHandler,
  type RowReader,
  textsOf,
  unreadableFeed,
} from './fields.ts';

/** Feeds are flat; deeper nesting is an attack. */
const MAX_DEPTH = 100;

/** Of the product data of merchant feeds; whatever prefix a feed gives it, its fields are called `g:…` here. */
const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0';

/** The entities of XML, and those of HTML that careless feeds use. What a document defines itself is never looked at. */
const ENTITIES = new Proxy({}, { get: (_, name) => namedCharacter(String(name)) });

/** No entity is longer. */
const MAX_ENTITY_CHARACTERS = 40;

/** Where to cut a text so that no entity is divided. */
function behindEntities(text: string): number {
  const at = text.lastIndexOf('&');
  const isOpen = at >= 0 && text.length - at < MAX_ENTITY_CHARACTERS && !text.includes(';', at);
  return isOpen ? at : text.length;
}

/**
 * Escapes ampersands that begin no entity: the parser would take all up to the next semicolon for a name.
 * In CDATA, too: values have their entities decoded in any case.
 */
function withEntities(text: string): string {
  return text.replaceAll(/&(?!(?:[A-Za-z][A-Za-z0-9]*|#\d+|#[xX][0-9A-Fa-f]+);)/g, '&amp;');
}

/**
 * Rows of XML: elements at one path (`rss/channel/item`), fields by their path in it: `link/@href`.
 * Neither document types nor entities of the document are read.
 */
export class XmlRows implements RowReader {
  readonly #parser = new SaxesParser({ fragment: false, xmlns: false, position: true });
  readonly #fields: FieldNames;
  readonly #handler: RowHandler;
  readonly #recordDepth: number;
  readonly #recordPath: readonly string[];
  readonly #open: string[] = [];
  #googlePrefix = 'g';
  #cells: Cell[] | undefined;
  #line = 0;
  #fault: string | undefined;
  /** Text of the innermost element, and whether it holds others. */
  #text = '';
  #hasChildren = false;
  #bytesSinceRecord = 0;
  /** An entity at the end of a chunk that may go on in the next. */
  #carried = '';

  readonly #params: ParamAlignment | undefined;
  readonly #categories = new CategoryTree();
  readonly #categoryPath: string | undefined;
  readonly #categoryNumbers: readonly number[];
  /** The category that is read, outside of records. */
  #category: { id: string; parent: string } | undefined;

  /** @param recordPath names of the elements from the root to a record */
  constructor(
    fields: FieldNames,
    recordPath: readonly string[],
    handler: RowHandler,
    { params, categories, categoryField = '' }: XmlParts = {},
  ) {
    this.#params = params && new ParamAlignment(params);
    this.#categoryPath = categories;
    this.#categoryNumbers = fields.numbersOf(categoryField);
    this.#fields = fields;
    this.#handler = handler;
    this.#recordPath = recordPath;
    this.#recordDepth = recordPath.length;
    this.#parser.ENTITIES = ENTITIES;
    this.#parser.on('error', (error) => this.#error(error));
    this.#parser.on('doctype', (doctype) => this.#doctype(doctype));
    this.#parser.on('opentag', (tag) => this.#openTag(tag));
    this.#parser.on('closetag', () => this.#closeTag());
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('cdata', (text) => this.#addText(text));
  }

  push(chunk: Buffer): void {
    this.#bytesSinceRecord += chunk.length;
    const text = this.#carried + chunk.toString('utf8');
    const cut = behindEntities(text);
    this.#carried = text.slice(cut);
    this.#parser.write(withEntities(text.slice(0, cut)));
    if (this.#bytesSinceRecord <= MAX_TEXT_BYTES) return;
    const most = formatCount(MAX_TEXT_BYTES);
    throw unreadableFeed(
      'xml.record_too_long',
      `no <${this.#recordPath.at(-1)}> ends within ${most} bytes`,
      this.#cells === undefined ? this.#parser.line : this.#line,
      'check that the file is a product feed; a mapping can name its records: --init',
    );
  }

  end(): void {
    this.#parser.write(withEntities(this.#carried));
    this.#parser.close();
  }

  /** Inside a record it is the record that is at fault; elsewhere the whole feed is. */
  #error({ message }: Error): void {
    const text = message.replace(/^(?:\d+:\d+: )+/, '').replace(/\.$/, '');
    if (/^(?:unclosed tag|unexpected end)/.test(text)) throw this.#cut();
    if (this.#cells === undefined || text.includes('clos')) {
      throw unreadableFeed(
        'xml.syntax',
        `not well-formed XML: ${text}`,
        this.#parser.line,
        'check it with: xmllint --noout',
      );
    }
    this.#fault ??= text;
  }

  #cut() {
    return unreadableFeed(
      'xml.cut',
      'the XML ends too early: elements are not closed',
      this.#parser.line,
      'fetch the feed again; it was cut',
    );
  }

  /** A document type may name files and make text grow without end; a feed needs none. */
  #doctype(doctype: string): void {
    if (!/<!ENTITY/i.test(doctype)) return;
    throw unreadableFeed(
      'xml.entities',
      'the XML defines its own entities; brctl does not expand them',
      this.#parser.line,
      'write the feed without a DOCTYPE',
    );
  }

  #openTag({ name, attributes }: SaxesTagPlain): void {
    if (this.#open.length === 0) this.#readNamespaces(attributes);
    const depth = this.#open.push(this.#nameOf(name));
    if (depth > MAX_DEPTH)
      throw unreadableFeed(
        'xml.depth',
        `more than ${MAX_DEPTH} nested elements`,
        this.#parser.line,
        'check the feed',
      );
    if (this.#cells !== undefined) this.#readAttributes(attributes);
    else if (depth === this.#recordDepth && this.#isOpen(this.#recordPath)) {
      this.#cells = [];
      this.#line = this.#parser.line;
      this.#fault = undefined;
      this.#readAttributes(attributes);
    } else if (this.#open.join('/') === this.#categoryPath) {
      const { id = '', parentId = '' } = attributes;
      this.#category = { id: id.trim(), parent: parentId.trim() };
    }
    this.#text = '';
    this.#hasChildren = false;
  }

  #readNamespaces(attributes: Record<string, string>): void {
    for (const [name, value] of Object.entries(attributes))
      if (value === GOOGLE_NAMESPACE && name.startsWith('xmlns:'))
        this.#googlePrefix = name.slice('xmlns:'.length);
  }

  #nameOf(name: string): string {
    const prefix = this.#googlePrefix;
    if (prefix === 'g' || !name.startsWith(`${prefix}:`)) return name;
    return `g${name.slice(prefix.length)}`;
  }

  #isOpen(path: readonly string[]): boolean {
    return path.every((name, at) => this.#nameOf(name) === this.#open[at]);
  }

  #endCategory(): void {
    if (this.#category === undefined) return;
    const { id, parent } = this.#category;
    this.#categories.add(id, parent, cleanText(this.#text));
    this.#category = undefined;
    this.#bytesSinceRecord = 0;
  }

  #readAttributes(attributes: Record<string, string>): void {
    for (const name in attributes) {
      if (name.startsWith('xmlns')) continue;
      this.#add(this.#fieldName(`@${name}`), attributes[name] as string);
    }
  }

  /** The path of the innermost element in the record. */
  #fieldName(below?: string): string {
    const open = this.#open;
    const at = this.#recordDepth;
    if (below === undefined && open.length === at + 1) return open[at] as string;
    const path = open.slice(at);
    if (below !== undefined) path.push(below);
    return path.join('/');
  }

  #add(name: string, text: string): void {
    const cells = this.#cells as Cell[];
    const number = this.#fields.numberOf(name);
    const before = cells[number];
    if (before === undefined) cells[number] = text;
    else
      cells[number] = typeof before === 'string' ? [before, text] : [...(before as readonly string[]), text];
  }

  #addText(text: string): void {
    if (this.#cells !== undefined || this.#category !== undefined) this.#text += text;
  }

  #closeTag(): void {
    if (this.#cells === undefined) this.#endCategory();
    else if (this.#open.length === this.#recordDepth) this.#endRecord(this.#cells);
    else {
      if (!this.#hasChildren && this.#text !== '') this.#add(this.#fieldName(), this.#text);
      if (this.#params?.isElement(this.#fieldName()) === true) this.#params.align(this.#fields, this.#cells);
    }
    this.#open.pop();
    this.#text = '';
    this.#hasChildren = true;
  }

  #endRecord(cells: Cell[]): void {
    // In place of the ids of categories stand their paths; an id that the feed does not list names nothing.
    for (const number of this.#categories.isEmpty ? [] : this.#categoryNumbers) {
      const paths = this.#categories.pathsTo(textsOf(cells[number]));
      cells[number] = paths === undefined ? undefined : new RawJson(paths);
    }
    this.#cells = undefined;
    this.#bytesSinceRecord = 0;
    if (this.#fault === undefined) this.#handler.row(cells, this.#line);
    else this.#handler.rejected('xml.record', `not well-formed: ${this.#fault}`, this.#line);
  }
}

/** Of a format what its XML has beside records. */
export interface XmlParts extends Pick<FeedFormat, 'categories' | 'categoryField'> {
  params?: FeedParams | undefined;
}

/** Gives each element of params as many names as values as units, so that those of one element stand at one place. */
class ParamAlignment {
  /** Asked for each element of each row. */
  readonly isElement: (field: string) => boolean;
  readonly #fields: readonly string[];

  constructor({ name, value, unit }: FeedParams) {
    const element = plainName(name.slice(0, name.lastIndexOf('/')));
    this.isElement = remembering((field) => plainName(field) === element);
    this.#fields = unit === undefined ? [name, value] : [name, value, unit];
  }

  align(fields: FieldNames, cells: Cell[]): void {
    const numbers = this.#fields.map((name) => fields.numbersOf(name)[0] ?? fields.numberOf(name));
    const lengths = numbers.map((number) => textsOf(cells[number]).length);
    const length = Math.max(...lengths);
    for (const [at, number] of numbers.entries())
      if ((lengths[at] as number) < length) {
        const texts = textsOf(cells[number]);
        cells[number] = texts.length === 0 && length === 1 ? '' : [...texts, ''];
      }
  }
}
