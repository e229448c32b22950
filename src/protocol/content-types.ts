/** Body kinds of a catalog request and their `Content-Type` (spec: Body kinds). */
export const CONTENT_TYPES = {
  jsonPatch: 'application/json-patch+json',
  jsonLines: 'application/json-patch+jsonlines',
  sftpPaths: 'application/json',
} as const;

export type BodyKind = keyof typeof CONTENT_TYPES;
