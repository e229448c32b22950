/** Why a row becomes no product; thrown where it shows, caught once for the row. */
export class RowRejection extends Error {
  override readonly name = 'RowRejection';
  /** Stable, dotted, lower case. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Told of rows and products that cannot be used, with the line on which they begin. */
export type OnRejected = (code: string, message: string, line: number, product?: string) => void;
