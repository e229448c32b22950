/** The service's time: job times, retention and everything else that the control calls may freeze or move. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}
