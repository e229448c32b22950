import { extended } from './extended-operations.ts';
import { closeHandle, openFile, readFile, statHandle, writeFile } from './file-operations.ts';
import type { Operation } from './operation.ts';
import {
  makeFolder,
  openFolder,
  readFolder,
  realPath,
  refuseLinks,
  removeFile,
  removeFolder,
  renameStrictly,
  statPath,
} from './path-operations.ts';
import { REQUEST } from './protocol.ts';
import { setHandleAttributes, setPathAttributes } from './set-attributes.ts';

const RENAME_EXTENSION = 'posix-rename@openssh.com';

export interface Route {
  operation: Operation;
  faultName: string | null;
}

/** Every request of the protocol. A number that is not here is answered OP_UNSUPPORTED. */
export const ROUTES: ReadonlyMap<number, Route> = new Map([
  [REQUEST.open, { operation: openFile, faultName: 'sftp:open' }],
  [REQUEST.close, { operation: closeHandle, faultName: null }],
  [REQUEST.read, { operation: readFile, faultName: 'sftp:read' }],
  [REQUEST.write, { operation: writeFile, faultName: 'sftp:write' }],
  [REQUEST.lstat, { operation: statPath, faultName: 'sftp:stat' }],
  [REQUEST.fstat, { operation: statHandle, faultName: null }],
  [REQUEST.setstat, { operation: setPathAttributes, faultName: null }],
  [REQUEST.fsetstat, { operation: setHandleAttributes, faultName: null }],
  [REQUEST.opendir, { operation: openFolder, faultName: 'sftp:list' }],
  [REQUEST.readdir, { operation: readFolder, faultName: null }],
  [REQUEST.remove, { operation: removeFile, faultName: 'sftp:remove' }],
  [REQUEST.mkdir, { operation: makeFolder, faultName: 'sftp:mkdir' }],
  [REQUEST.rmdir, { operation: removeFolder, faultName: 'sftp:remove' }],
  [REQUEST.realpath, { operation: realPath, faultName: null }],
  [REQUEST.stat, { operation: statPath, faultName: 'sftp:stat' }],
  [REQUEST.rename, { operation: renameStrictly, faultName: 'sftp:rename' }],
  [REQUEST.readlink, { operation: refuseLinks, faultName: null }],
  [REQUEST.symlink, { operation: refuseLinks, faultName: null }],
  [REQUEST.extended, { operation: extended, faultName: null }],
]);

/** The name that fault rules know a request by, or null. Of the extended requests only the rename has one. */
export function faultNameOf(packet: Buffer): string | null {
  if (packet[0] !== REQUEST.extended) return ROUTES.get(packet[0] ?? 0)?.faultName ?? null;
  return packet.includes(RENAME_EXTENSION) ? 'sftp:rename' : null;
}
