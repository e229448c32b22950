import type { ValidateFunction } from 'ajv';

/** Compiles one schema, as Fastify asks it to. */
type CompileSchema = (route: { schema: object; httpPart?: string }) => Check;

/** A check of a part of a request: false with `errors`, or a promise that rejects with them. */
interface Check {
  (data: unknown): boolean | Promise<boolean>;
  errors?: ValidateFunction['errors'];
}

/**
 * Builds validators that are compiled when they are first asked, for Fastify's `buildValidator`. Loading the library and
 * compiling every schema took a fifth of a start, and most runs call few operations.
 */
export function lateValidators(
  externalSchemas: Record<string, object>,
  options: { customOptions: object },
): CompileSchema {
  let loading: Promise<(schema: object, part: string | undefined) => ValidateFunction> | undefined;
  const load = async () => {
    const { default: AjvCompiler } = await import('@fastify/ajv-compiler');
    const compiler = AjvCompiler();
    const ofTexts = compiler(externalSchemas, options);
    // Only what comes as text has no types of its own; a null in a body is no `false`.
    const { customOptions } = options;
    const ofBodies = compiler(externalSchemas, { customOptions: { ...customOptions, coerceTypes: false } });
    return (schema: object, part: string | undefined) =>
      (part === 'body' ? ofBodies : ofTexts)({ schema }) as ValidateFunction;
  };
  return ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const check: Check = (data) => {
      if (validate === undefined) return checkFirst(data);
      const isValid = validate(data) as boolean;
      check.errors = validate.errors;
      return isValid;
    };
    const checkFirst = async (data: unknown): Promise<boolean> => {
      loading ??= load();
      const compile = await loading;
      validate ??= compile(schema, httpPart);
      // Rejected with, since another request may have changed `errors` before they are read.
      return validate(data) ? true : Promise.reject(validate.errors);
    };
    return check;
  };
}
