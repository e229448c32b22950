/** One line to be compared: where it is in memory and in its catalog. */
export interface PlacedLine {
  bytes: Buffer;
  start: number;
  end: number;
  position: number;
}
