import { JSON_DOCUMENTS, type JsonDocument } from './json-documents.ts';

/** A JSON Schema, draft 2020-12. */
export type Schema = { readonly [keyword: string]: unknown };

/** One member of a document. */
interface Member {
  /** `files[].path` */
  path: string;
  isOptional: boolean;
  /** Names of types, or the words of which it is one. */
  types: readonly string[];
  remark: string | undefined;
}

/** What stands at a place of a document. */
interface Place {
  types: Set<string>;
  remark?: string | undefined;
  members: Map<string, Place>;
  required: Set<string>;
  items?: Place;
  /** What any other member is. */
  others?: Place;
}

const TYPES: Readonly<Record<string, Schema>> = {
  text: { type: 'string' },
  time: { type: 'string', format: 'date-time' },
  count: { type: 'integer' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  null: { type: 'null' },
  any: {},
  json: {},
};

const MEMBER = /^(?<path>[^\s?]+)(?<optional>\?)? (?<types>[^\s{]+)(?:\s+\{(?<remark>[^}]*)\})?$/;

function membersOf({ members }: JsonDocument): Member[] {
  return members.split(';').map((text) => {
    const { path, optional, types, remark } = MEMBER.exec(text.trim())?.groups ?? {};
    if (path === undefined || types === undefined) throw new Error(`not a member of a document: ${text}`);
    return { path, isOptional: optional !== undefined, types: types.split('|'), remark };
  });
}

/**
 * The JSON Schemas of all documents, by the name of their file: `search.1.json`. Documents of one `schema` are the branches of
 * one file. More members may come with newer versions: none is forbidden.
 */
function jsonSchemas(): Map<string, Schema> {
  const names = [...new Set(JSON_DOCUMENTS.map(({ schema }) => schema))];
  return new Map(
    names.map((schema) => {
      const documents = JSON_DOCUMENTS.filter((document) => document.schema === schema);
      const [only, ...more] = documents.map(schemaOf);
      const $schema = 'https://json-schema.org/draft/2020-12/schema';
      const whole = more.length === 0 ? only : { anyOf: documents.map(schemaOf) };
      return [fileOf(schema), { $schema, ...whole }];
    }),
  );
}

/** The schema of what a command prints, or for no command all schemas by the names of their files; undefined for an unknown one. */
export function printedSchemas(command: string): string | undefined {
  const schemas = jsonSchemas();
  if (command === '') return `${JSON.stringify(Object.fromEntries(schemas), null, 2)}\n`;
  const document = JSON_DOCUMENTS.find((each) => each.command === command);
  const schema = document && schemas.get(fileOf(document.schema));
  return schema && `${JSON.stringify(schema, null, 2)}\n`;
}

/** The table of docs/reference/json-output.md. */
export function jsonTable(): string {
  const rows = JSON_DOCUMENTS.map(({ command, note, schema, ...document }) => {
    const when = note === undefined ? '' : ` (${note})`;
    const first = JSON_DOCUMENTS.find(({ members }) => members === document.members);
    const isAs = first !== undefined && first.command !== command && document.members.length > 200;
    const cells = membersOf({ command, schema, ...document })
      .map(cellOf)
      .join(' ');
    return `| \`${command}\`${when} | \`${schema}\` | ${isAs ? `as \`${first.command}\`` : cells} |`;
  });
  return `${['| Command | Schema | Members |', '|---|---|---|', ...rows].join('\n')}\n`;
}

/** `brctl.files-rm/1` is described by `files-rm.1.json`. */
function fileOf(schema: string): string {
  return `${schema.replace('brctl.', '').replace('/', '.')}.json`;
}

function cellOf({ path, isOptional, types, remark }: Member): string {
  const words = types.filter((type) => TYPES[type] === undefined).map((word) => `\`${word}\``);
  const remarks = [...(words.length > 0 ? [words.join(' ')] : []), ...(remark === undefined ? [] : [remark])];
  return `\`${path}${isOptional ? '?' : ''}\`${remarks.map((one) => ` (${one})`).join('')}`;
}

function schemaOf(document: JsonDocument): Schema {
  const root = newPlace();
  for (const member of membersOf(document)) add(root, member);
  const { properties, required, ...rest } = toSchema(root) as { properties?: Schema; required?: string[] };
  return {
    title: `brctl ${document.command} --json`,
    ...rest,
    type: 'object',
    properties: { schema: { const: document.schema }, ...properties },
    required: ['schema', ...(required ?? [])],
  };
}

function newPlace(): Place {
  return { types: new Set(), members: new Map(), required: new Set() };
}

/** A place on the way to a member that is always there is always there itself. */
function add(root: Place, { path, isOptional, types, remark }: Member): void {
  let place = root;
  for (const step of path.split('.')) {
    if (step === '*' && types.includes('json')) break;
    const name = step.replace(/(\[\])+$/, '');
    const next = name === '*' ? (place.others ?? newPlace()) : (place.members.get(name) ?? newPlace());
    if (name === '*') place.others = next;
    else {
      place.members.set(name, next);
      if (!isOptional) place.required.add(name);
    }
    place = next;
    for (let at = name.length; at < step.length; at += 2) place = place.items ??= newPlace();
  }
  for (const type of types) place.types.add(type);
  place.remark = remark;
}

function toSchema({ types, remark, members, required, items, others }: Place): Schema {
  const words = [...types].filter((type) => TYPES[type] === undefined);
  const kinds: Schema[] = [...types].map((type) => TYPES[type]).filter((type) => type !== undefined);
  if (words.length > 0) kinds.push({ enum: words });
  if (items !== undefined) kinds.push({ type: 'array', items: toSchema(items) });
  if (members.size > 0 || others !== undefined) {
    const properties = Object.fromEntries([...members].map(([name, place]) => [name, toSchema(place)]));
    kinds.push({
      type: 'object',
      ...(members.size > 0 && { properties }),
      ...(required.size > 0 && { required: [...required] }),
      ...(others !== undefined && { additionalProperties: toSchema(others) }),
    });
  }
  const [only = {}, ...more] = kinds;
  const description = remark === undefined ? {} : { description: remark };
  return { ...(more.length === 0 ? only : { anyOf: kinds }), ...description };
}
