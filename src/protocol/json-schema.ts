export type JsonSchema = Record<string, unknown>;

/** A JSON Schema, and the type of the values that it takes, which only the compiler knows: {@link ValueOf}. */
export type Schema<Value> = JsonSchema & { readonly '~value'?: Value };

export type ValueOf<AnySchema> = AnySchema extends Schema<infer Value> ? Value : never;

export type Members<Schemas> = { [Name in keyof Schemas]?: ValueOf<Schemas[Name]> };

type All<Schemas> = { [Name in keyof Schemas]: ValueOf<Schemas[Name]> };

export const TEXT: Schema<string> = { type: 'string' };
export const UUID: Schema<string> = { ...TEXT, format: 'uuid' };
export const COUNT: Schema<number> = { type: 'integer', minimum: 0 };
export const NUMBER: Schema<number> = { type: 'number' };
export const BOOLEAN: Schema<boolean> = { type: 'boolean' };

/** Always this very value, such as the name of a document. */
export function always<const Value extends string | true>(value: Value): Schema<Value> {
  return { const: value };
}

export function oneOf<const Text extends string>(...texts: readonly Text[]): Schema<Text> {
  return { type: 'string', enum: texts };
}

/** An object that has exactly these members, and perhaps some of the optional ones. */
export function exactly<
  Properties extends Record<string, JsonSchema>,
  Optional extends Record<string, JsonSchema> = Record<never, never>,
>(properties: Properties, optional: Optional = {} as Optional): Schema<All<Properties> & Members<Optional>> {
  return {
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties: { ...properties, ...optional },
  };
}

/** An object whose members have names of the catalog's own, such as its attributes. */
export function mapOf<Value>(values: Schema<Value>): Schema<Record<string, Value>> {
  return { type: 'object', additionalProperties: values };
}

export function arrayOf<Item>(items: Schema<Item>): Schema<Item[]> {
  return { type: 'array', items };
}

/** One of several shapes, such as members that depend on another. */
export function either<Shapes extends readonly JsonSchema[]>(
  ...shapes: Shapes
): Schema<ValueOf<Shapes[number]>> {
  return { anyOf: shapes };
}

/** The schema, with what its values mean. */
export function means<AnySchema extends JsonSchema = Schema<string>>(
  description: string,
  schema = TEXT as JsonSchema as AnySchema,
): AnySchema {
  return { ...schema, description };
}

export function orNull<Value>(schema: Schema<Value>): Schema<Value | null> {
  return { anyOf: [schema, { type: 'null' }] };
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
