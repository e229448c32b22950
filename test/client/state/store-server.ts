import { createServer } from 'node:net';
import ssh2 from 'ssh2';
import { generateKeyPair } from '../../../src/base/ssh/keys.ts';

const { Server, utils } = ssh2;
const { OPEN_MODE, STATUS_CODE } = utils.sftp;
const FOLDER_MODE = 0o040755;
const FILE_MODE = 0o100644;

/** What the server does otherwise than a file system. */
export interface StoreManners {
  /** Takes a request for a new file where there is one, and writes over it. */
  overwritesNewFiles?: boolean;
  /** Refuses to rename; otherwise it copies, and deletes the old name a while later. */
  cannotRename?: boolean;
}

/** An SFTP server before an object store: objects by their names, which appear when they are closed. */
export async function startStore(manners: StoreManners) {
  const objects = new Map<string, Buffer>();
  const [hostKey, userKey] = [generateKeyPair('host'), generateKeyPair('user')];
  const ssh = new Server({ hostKeys: [hostKey.privateKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (login) => login.accept());
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), objects, manners));
    });
  });
  // Small packets would wait for one another's acknowledgement, 40 ms each.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    objects,
    config: {
      host: '127.0.0.1',
      port,
      user: 'merchant',
      key: { privateKey: userKey.privateKey },
      hostKeys: { kind: 'pinned', value: hostKey.publicKey.split(' ').slice(0, 2).join(' ') } as const,
      connectTimeoutMs: 60_000,
      tries: 3,
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

interface OpenFile {
  name: string;
  content: Buffer;
  isWritten: boolean;
}

function serve(sftp: ssh2.SFTPWrapper, objects: Map<string, Buffer>, manners: StoreManners): void {
  const open = new Map<number, OpenFile>();
  const listings = new Map<number, string[]>();
  let last = 0;
  const handle = () => {
    const made = Buffer.alloc(4);
    made.writeUInt32BE(++last);
    return made;
  };
  const nameOf = (path: string) => path.replace(/^(\.?\/)+/, '').replace(/\/+/g, '/');
  const isFolder = (name: string) =>
    name === '' || name === '.' || [...objects.keys()].some((one) => one.startsWith(`${name}/`));
  const attributes = (mode: number, size: number) => ({ mode, size, uid: 0, gid: 0, atime: 0, mtime: 0 });
  const look = (id: number, path: string) => {
    const name = nameOf(path);
    const found = objects.get(name);
    if (found !== undefined) sftp.attrs(id, attributes(FILE_MODE, found.length));
    else if (isFolder(name)) sftp.attrs(id, attributes(FOLDER_MODE, 0));
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: path === '.' ? '/' : path, longname: '', attrs: attributes(FOLDER_MODE, 0) }]),
  );
  sftp.on('STAT', look);
  sftp.on('LSTAT', look);
  // Folders are nothing but parts of names.
  sftp.on('MKDIR', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('OPEN', (id, path, flags) => {
    const name = nameOf(path);
    const found = objects.get(name);
    const isToWrite = (flags & OPEN_MODE.WRITE) !== 0;
    const refusesNew = (flags & OPEN_MODE.EXCL) !== 0 && found !== undefined && !manners.overwritesNewFiles;
    if (refusesNew) return sftp.status(id, STATUS_CODE.FAILURE);
    if (!isToWrite && found === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    const made = handle();
    const content = (flags & OPEN_MODE.TRUNC) !== 0 ? Buffer.alloc(0) : (found ?? Buffer.alloc(0));
    open.set(last, { name, content, isWritten: isToWrite });
    return sftp.handle(id, made);
  });
  sftp.on('READ', (id, of, offset, length) => {
    const content = open.get(of.readUInt32BE())?.content ?? Buffer.alloc(0);
    if (offset >= content.length) return sftp.status(id, STATUS_CODE.EOF);
    return sftp.data(id, content.subarray(offset, offset + length));
  });
  sftp.on('WRITE', (id, of, offset, data) => {
    const file = open.get(of.readUInt32BE());
    if (file !== undefined) {
      const content = Buffer.alloc(Math.max(file.content.length, offset + data.length));
      file.content.copy(content);
      data.copy(content, offset);
      file.content = content;
    }
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('FSTAT', (id, of) =>
    sftp.attrs(id, attributes(FILE_MODE, open.get(of.readUInt32BE())?.content.length ?? 0)),
  );
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('CLOSE', (id, of) => {
    const file = open.get(of.readUInt32BE());
    if (file?.isWritten) objects.set(file.name, file.content);
    open.delete(of.readUInt32BE());
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('OPENDIR', (id, path) => {
    const name = nameOf(path);
    if (!isFolder(name)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    const made = handle();
    listings.set(
      last,
      [...objects.keys()].filter((one) => one.startsWith(`${name}/`)),
    );
    return sftp.handle(id, made);
  });
  sftp.on('READDIR', (id, of) => {
    const names = listings.get(of.readUInt32BE()) ?? [];
    listings.set(of.readUInt32BE(), []);
    if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    return sftp.name(
      id,
      names.map((name) => ({
        filename: name.split('/').at(-1) ?? '',
        longname: `-rw-r--r-- ${name}`,
        attrs: attributes(FILE_MODE, objects.get(name)?.length ?? 0),
      })),
    );
  });
  sftp.on('REMOVE', (id, path) => {
    sftp.status(id, objects.delete(nameOf(path)) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on('RENAME', (id, from, to) => {
    const content = objects.get(nameOf(from));
    if (manners.cannotRename || content === undefined) return sftp.status(id, STATUS_CODE.OP_UNSUPPORTED);
    // First half of it, then all of it: it is no single step.
    objects.set(nameOf(to), content.subarray(0, content.length / 2));
    setImmediate(() => {
      objects.set(nameOf(to), content);
      objects.delete(nameOf(from));
      sftp.status(id, STATUS_CODE.OK);
    });
  });
}
