/** Every operation that a fault rule can strike; a test holds them against the routes and the SFTP requests. */
export const FAULT_OPERATIONS: readonly string[] = [
  'put-products',
  'patch-products',
  'put-items',
  'patch-items',
  'post-indexes',
  'get-job',
  'get-search',
  'get-suggest',
  'get-widget',
  'get-pathways-widget',
  'get-visual-widget',
  'post-visual-upload',
  'get-merchant-widgets',
  'job:ingest-full',
  'job:ingest-delta',
  'job:index-update',
  'sftp:connect',
  'sftp:open',
  'sftp:read',
  'sftp:write',
  'sftp:list',
  'sftp:stat',
  'sftp:rename',
  'sftp:remove',
  'sftp:mkdir',
];

export function matchesOperation(pattern: string, operation: string): boolean {
  return pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : pattern === operation;
}
