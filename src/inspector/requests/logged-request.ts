import type { RequestLine } from './request-filter.ts';

/** A body as the log keeps it: its beginning, bytes that are no text as Base64. */
export interface Body {
  text: string;
  encoding: 'utf8' | 'base64';
  bytes: number;
  truncated: boolean;
}

/** One call with all that the log has of it. */
export interface LoggedRequest extends RequestLine {
  headers: Record<string, string>;
  requestBody: Body | null;
  responseBody: Body | null;
  basis: string | null;
  notes: string[];
}
