import { expect, test } from 'vitest';

import { type EmulatorOptions, resolveOptions } from '../../src/server/emulator-options.ts';
import { startEmulator } from '../../src/server/server.ts';

/** As plain JavaScript passes them. */
const untyped = (options: object) => options as EmulatorOptions;

test.each([
  [{ prot: 8080 }, 'startEmulator has no option prot', 'did you mean port?'],
  [
    { dataDirectory: '/x' },
    'startEmulator has no option dataDirectory',
    'it takes environment, role, host, ',
  ],
  [{ accounts: [{}, { apikey: 'k' }] }, 'no option accounts[].apikey', 'did you mean accounts[].apiKey?'],
  [{ load: [{ catalog: 'c', file: 'f' }] }, 'no option load[].file', 'did you mean load[].files?'],
  [{ search: { synonym: [] } }, 'no option search.synonym', 'did you mean search.synonyms?'],
  [{ answers: { facetversion: '3.0' } }, 'no option answers.facetversion', 'answers.facetVersion?'],
  [{ tls: { cert: 'a', keyFile: 'b' } }, 'no option tls.cert', 'did you mean tls.certFile?'],
  [{ log: { writeLines: () => undefined } }, 'no option log.writeLines', 'did you mean log.writeLine?'],
])('%j is refused by name', (options, message, hint) => {
  expect(() => resolveOptions(untyped(options))).toThrow(
    expect.objectContaining({
      code: 'emulator.unknown_option',
      kind: 'usage',
      message: expect.stringContaining(message),
      details: expect.objectContaining({ hint: expect.stringContaining(hint) }),
    }),
  );
});

test('options that exist are taken, those that are left undefined too', () => {
  expect(() =>
    resolveOptions({
      port: 0,
      sftpPort: 0,
      load: [],
      accounts: [{ accountId: '1' }],
      search: { facetFields: null },
    }),
  ).not.toThrow();
  expect(() => resolveOptions(untyped({ dataDir: undefined }))).not.toThrow();
});

test('an emulator does not start with an option that does not exist', async () => {
  await expect(startEmulator(untyped({ sftpport: 0 }))).rejects.toMatchObject({
    code: 'emulator.unknown_option',
    details: { hint: 'did you mean sftpPort?' },
  });
});
