import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** What is checked of an answer. */
interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

interface Response {
  content: Record<string, { schema: object }>;
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
}

/** The OpenAPI description that an instance serves, to hold its answers against. */
export class ServedDescription {
  readonly #api: Description;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #checks = new Map<string, ValidateFunction>();

  private constructor(api: Description) {
    this.#api = api;
    this.#ajv.addSchema(api, 'api');
  }

  static async of(origin: string): Promise<ServedDescription> {
    return new ServedDescription(
      (await (await fetch(`${origin}/_brctl/openapi.json`)).json()) as Description,
    );
  }

  /**
   * Expects an answer to be one that the description tells of: its status, its media type and, of JSON, every member.
   * A path that is not described is none that the service has.
   */
  expectAnswer(method: string, path: string, answer: Answer): void {
    const template = this.#templateOf(path);
    const responses =
      template === undefined ? undefined : this.#api.paths[template]?.[method.toLowerCase()]?.responses;
    if (template === undefined || responses === undefined) {
      expect([404, 405], `${method} ${path} is not described`).toContain(answer.status);
      return;
    }
    const described = responses[answer.status];
    const what = `${method} ${template} ${answer.status}`;
    expect(described, `${what} is described`).toBeDefined();
    const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? '';
    expect(Object.keys(described?.content ?? {}), `media types of ${what}`).toContain(mediaType);
    this.#expectBody(
      ['paths', template, method.toLowerCase(), 'responses', String(answer.status), 'content', mediaType],
      mediaType === 'application/json' ? JSON.parse(answer.text) : answer.text,
    );
  }

  #expectBody(place: readonly string[], body: unknown): void {
    const pointer = [...place, 'schema']
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .join('/');
    const check = this.#checks.get(pointer) ?? this.#ajv.compile({ $ref: `api#/${encodeURI(pointer)}` });
    this.#checks.set(pointer, check);
    const isValid = check(body);
    expect(isValid ? [] : check.errors, pointer).toEqual([]);
  }

  #templateOf(path: string): string | undefined {
    if (this.#api.paths[path] !== undefined) return path;
    return Object.keys(this.#api.paths).find((template) => {
      const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
      return new RegExp(`^${pattern}$`).test(path);
    });
  }
}
