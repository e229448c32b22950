import type { Region } from '../kernel/line-kernel.ts';
import type { ByteSource } from '../source/byte-source.ts';
import type { Pace } from './pace.ts';

/** Room in front of what is read, for the beginning of a line from the piece before. */
export const FRONT_BYTES = 1 << 16;

/**
 * Reads the next piece of a file on another thread while the lines of the last one are handled. Two regions take
 * turns, so that nothing is copied but a line that stands in both.
 */
export class ReadAhead {
  /** Position in the file of the piece that is read, or was read last. */
  position = 0;
  readonly #source: ByteSource & Required<Pick<ByteSource, 'readAhead'>>;
  readonly #pace: Pace;
  #region: Region;
  #reading: Promise<number>;

  constructor(source: ByteSource & Required<Pick<ByteSource, 'readAhead'>>, region: Region, pace: Pace) {
    this.#source = source;
    this.#region = region;
    this.#pace = pace;
    this.#reading = this.#start(0);
  }

  /** Waits for the piece; it is behind `FRONT_BYTES` of `region`. Returns its length, 0 at the end. */
  async piece(): Promise<{ region: Region; length: number }> {
    const length = await this.#reading;
    return { region: this.#region, length };
  }

  /** Goes on with the next piece, in a region that is free now. */
  next(region: Region, length: number): void {
    this.#region = region;
    this.#reading = this.#start(this.position + length);
  }

  #start(position: number): Promise<number> {
    this.position = position;
    const { bytes } = this.#region;
    const reading = this.#source.readAhead(bytes, FRONT_BYTES, bytes.length - FRONT_BYTES, position);
    this.#pace.track(reading);
    return reading;
  }
}
