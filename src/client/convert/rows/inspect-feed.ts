import { SaxesParser } from 'saxes';
import { BrctlError } from '../../../base/errors.ts';
import { JsonListSplitter } from '../../../catalog/splitting/json-list-splitter.ts';
import { type Container, FEED_FORMATS } from '../formats/formats.ts';
import type { FeedLayout } from '../mapping/mapping.ts';
import { countKnownNames } from '../mapping/usual-fields.ts';
import { CsvRows } from './csv-rows.ts';
import type { FieldNames, RowHandler, RowReader } from './fields.ts';
import { createJsonReader } from './json-rows.ts';
import { type ReaderParts, XmlRows } from './xml-rows.ts';

export type FeedShape = ReturnType<typeof inspectFeed>;

const DELIMITERS = [',', '\t', ';', '|'];

/** Paths to the records of RSS 2.0, Atom and RSS 1.0, and of Ceneo's groups. */
const OTHER_XML_PATHS = ['rss/channel/item', 'feed/entry', 'rdf:RDF/item', 'offers/group/o'];

/** By their first bytes, one a letter. */
const BINARY: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  'PK\x03\x04': ['a zip archive or an Excel workbook', 'save the table as CSV, or unpack the archive'],
  '\xd0\xcf\x11\xe0': ['an old Excel workbook', 'save the table as CSV'],
  '%PDF': ['a PDF document', 'export the products as CSV'],
};

/** @throws BrctlError `feed.not_text` */
export function refuseBinary(head: Buffer): void {
  const [what, hint = ''] = BINARY[head.toString('latin1', 0, 4)] ?? [];
  if (what === undefined) return;
  throw new BrctlError(`this is ${what}, not a feed`, { kind: 'input', code: 'feed.not_text', hint });
}

/** Finds out what a feed is by its beginning, in UTF-8; `asked`: the container, where it was said. */
export function inspectFeed(head: string, asked: Container | undefined, layout: FeedLayout) {
  const container = asked ?? detectContainer(head);
  const isTable = container === 'csv' || container === 'tsv';
  const delimiter = layout.delimiter ?? (container === 'tsv' ? '\t' : undefined);
  const asTable = isTable ? inspectTable(head, delimiter) : { delimiter: ',', titles: 0 };
  // Of XML and JSON: the names down to a record, or to the list of records.
  const path: readonly string[] =
    container === 'xml'
      ? (layout.records?.split('/').filter((name) => name !== '') ?? findXmlPath(head))
      : (layout.records?.split(/[/.]/).filter((name) => name !== '') ??
        (container === 'json' ? findJsonPath(head) : []));
  const kind: Container = isTable && asTable.delimiter === '\t' ? 'tsv' : container;
  return { container: kind, ...asTable, path };
}

export function createRowReader(
  shape: FeedShape,
  fields: FieldNames,
  handler: RowHandler,
  parts: ReaderParts = {},
): RowReader {
  const { container, path } = shape;
  if (container === 'xml') return new XmlRows(fields, path, handler, parts);
  if (container === 'csv' || container === 'tsv')
    return new CsvRows(fields, shape.delimiter, shape.titles, handler);
  return createJsonReader(fields, container === 'json' ? path : undefined, handler, parts.unwrap);
}

function detectContainer(head: string): Container {
  const text = head.trimStart();
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const [first = ''] = text.split('\n', 1);
  try {
    JSON.parse(first);
  } catch {
    return 'json';
  }
  // One object on one line: a list of one product, or a wrapper of many.
  return text.slice(first.length).trimStart().startsWith('{') ? 'jsonlines' : 'json';
}

/** Titles, explanations and labels above the header are fewer lines, and have fewer characters. */
const MAX_TITLE_LINES = 10;
const MAX_TITLE_CHARACTERS = 1 << 16;

/** A cell in quotes; one that is left open has all that follows. Inside of a cell a quote is a letter: מק"ט. */
const QUOTED = /(?<=^|[,;\t|])"[^"]*"?/gm;

/** Excel's first line for its own: `sep=;`. */
const SEPARATOR_LINE = /^sep=([,;|\t])$/i;

/** Fewer names are known by chance. */
const MIN_KNOWN_NAMES = 2;
/** Names of fields, which stand below their labels, have no spaces. */
const OF_LABELS = 0.8;

/** The header is the line with the most known names, else the first that is no title. How many stand above it, and its delimiter. */
function inspectTable(head: string, asked: string | undefined) {
  const lines = head
    .slice(0, MAX_TITLE_CHARACTERS)
    .replaceAll(QUOTED, (cell) => cell.replaceAll(/[\s,;|"]+/g, ' ').trim())
    .split(/\r\n?|\n/, MAX_TITLE_LINES);
  const named = asked ?? lines.flatMap((line) => SEPARATOR_LINE.exec(line)?.[1] ?? [])[0];
  const findDelimiter = (line = '') => {
    const count = (delimiter: string) => line.split(delimiter).length;
    return named ?? (DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] as string);
  };
  const known = lines.map(
    (line) => countKnownNames(line.split(findDelimiter(line))) * (line.includes(' ') ? OF_LABELS : 1),
  );
  const isTitle = (line: string) =>
    /^# \p{L}/u.test(line) || SEPARATOR_LINE.test(line) || !line.includes(findDelimiter(line));
  const most = Math.max(...known);
  const titles =
    most < MIN_KNOWN_NAMES * OF_LABELS ? lines.findIndex((line) => !isTitle(line)) : known.indexOf(most);
  return { delimiter: findDelimiter(lines[titles]), titles };
}

/** The members down to the first list of objects, the shallowest; none for a list at the root or a product by itself. */
function findJsonPath(head: string): string[] {
  if (
    /^\s*\{[^[]*?"@type"\s*:\s*\[?\s*"Product(?:Group)?"/.test(head) &&
    !/"@graph"|"itemListElement"/.test(head)
  )
    return [];
  let best: readonly string[] | undefined;
  const ignored = { text: () => undefined, problem: () => undefined };
  const lists = new JsonListSplitter(ignored, (path, isList) => {
    if (isList && !path.includes('') && path.length < (best?.length ?? Number.POSITIVE_INFINITY)) best = path;
    return false;
  });
  lists.push(Buffer.from(head));
  return [...(best ?? [])];
}

/** How often elements of XML come by their paths, and how many fields are in one. What is wrong is told when the feed is read. */
function countElements(head: string) {
  const counts = new Map<string, { count: number; fields: number }>();
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    const path = open.join('/');
    const known = counts.get(path);
    if (known !== undefined) known.count++;
    else {
      counts.set(path, { count: 1, fields: Object.keys(attributes).length });
      for (const depth of open.keys()) {
        const above = counts.get(open.slice(0, depth).join('/'));
        if (above !== undefined) above.fields++;
      }
    }
  });
  parser.on('closetag', () => void open.pop());
  parser.write(head);
  return counts;
}

/** The elements that come more than once, with the most in them; of a feed with one product those below the root. */
function findXmlPath(head: string): string[] {
  const counts = countElements(head);
  const paths = [...OTHER_XML_PATHS, ...FEED_FORMATS.flatMap(({ recordPath }) => recordPath ?? [])];
  const known = paths.find((path) => counts.has(path));
  if (known !== undefined) return known.split('/');
  const candidates = [...counts]
    .map(([path, found]) => ({ path: path.split('/'), ...found }))
    .filter(({ path, fields }) => path.length > 1 && fields > 0);
  const repeated = candidates.filter(({ count }) => count > 1);
  const [best] = repeated.sort((a, b) => b.fields - a.fields || b.count - a.count);
  return (best ?? candidates.find(({ path }) => path.length === 2))?.path ?? [];
}
