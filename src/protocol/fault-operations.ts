/** Every operation that a fault rule can strike; a test holds them against the routes and the SFTP requests. */
export const FAULT_OPERATIONS: readonly string[] = [
  ...'put-products patch-products put-items patch-items post-indexes get-job'.split(' '),
  ...'get-search get-suggest get-widget get-pathways-widget get-visual-widget'.split(' '),
  ...'post-visual-upload get-merchant-widgets'.split(' '),
  ...['ingest-full', 'ingest-delta', 'index-update'].map((type) => `job:${type}`),
  ...'connect open read write list stat rename remove mkdir'.split(' ').map((name) => `sftp:${name}`),
];
