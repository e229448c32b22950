import { beforeEach, describe, expect, test } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import type { CatalogApi } from '../../../src/client/api/catalog-api.ts';
import { submitTracked } from '../../../src/client/delivery/tracked-submit.ts';
import { findUnresolvedDuplicates } from '../../../src/client/delivery/unknown-outcome.ts';
import { type Ledger, openLedger } from '../../../src/client/state/ledger.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const LOAD = { mode: 'delta', family: 'products', bodyKind: 'jsonLines', gzip: false } as const;
const FACTS = {
  environment: 'staging',
  catalog: 'lighting_en',
  via: 'payload',
  source: 'delta.jsonl',
} as const;
const BODY = {
  bytes: 6,
  async *open() {
    yield Buffer.from('abc');
    yield Buffer.from('def');
  },
};
/** Of `abcdef`. */
const SHA256 = 'bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721';

let ledger: Ledger;

beforeEach(() => {
  ledger = openLedger({
    stateDir: temporaryFolder(),
    now: () => new Date('2031-02-03T10:00:00Z'),
  });
});

/** An API whose submit reads the body as far as told, then ends as told. */
function apiThat(end: () => string, reads: 'nothing' | 'half' | 'all' = 'all'): CatalogApi {
  const never = async () => {
    throw new Error('not called');
  };
  return {
    runIndex: never,
    job: never,
    async submit(_load, body) {
      if (reads !== 'nothing') for await (const _ of body.open()) if (reads === 'half') break;
      if (reads === 'all') await body.beforeLastByte?.();
      return end();
    },
  };
}

function fail(kind: 'temporary' | 'refused' | 'interrupted', code: string): () => never {
  return () => {
    throw new BrctlError('no', { kind, code });
  };
}

async function submit(api: CatalogApi) {
  return await submitTracked(LOAD, BODY, FACTS, {
    api,
    ledger,
    signal: new AbortController().signal,
    unknownHint: 'push again',
    commandFor: (...words) => words.join(' '),
  });
}

describe('a tracked submit', () => {
  test('is in the ledger with its hash and its job', async () => {
    const { jobId } = await submit(apiThat(() => 'job-1'));
    expect(jobId).toBe('job-1');
    expect(await ledger.entries()).toMatchObject([
      {
        ...FACTS,
        kind: 'submit',
        mode: 'delta',
        bytes: 6,
        sha256: SHA256,
        jobId: 'job-1',
        state: 'accepted',
      },
    ]);
  });

  test.each([
    ['temporary', 'submit.no_answer', 'half', 'not-sent'],
    ['temporary', 'submit.outcome_unknown', 'all', 'unknown'],
    ['refused', 'submit.refused', 'all', 'refused'],
    ['interrupted', 'signal.interrupted', 'half', 'not-sent'],
    ['interrupted', 'signal.interrupted', 'all', 'unknown'],
  ] as const)('that ends %s (%s) after %s of the body is %s', async (kind, code, reads, state) => {
    await expect(submit(apiThat(fail(kind, code), reads))).rejects.toMatchObject({ code });
    expect(await ledger.entries()).toMatchObject([{ state, remark: code }]);
  });

  test('whose process died is unknown exactly when its last byte could be out', async () => {
    for (const [reads, state] of [
      ['half', 'sending'],
      ['all', 'sent'],
    ] as const) {
      const died = new Promise<string>(() => undefined);
      void submit({ ...apiThat(() => '', reads), submit: hang(reads, died) });
      await expect.poll(async () => (await ledger.entries()).at(-1)?.state).toBe(state);
    }
    expect(await findUnresolvedDuplicates(ledger, FACTS, BODY)).toMatchObject([{ sha256: SHA256 }]);
  });
});

function hang(reads: 'half' | 'all', forever: Promise<string>): CatalogApi['submit'] {
  return async (_load, body) => {
    for await (const _ of body.open()) if (reads === 'half') break;
    if (reads === 'all') await body.beforeLastByte?.();
    return await forever;
  };
}

describe('a repeat', () => {
  test.each([
    [
      'other bytes',
      {
        ...BODY,
        open: async function* () {
          yield Buffer.from('abcdeX');
        },
      },
      FACTS,
    ],
    ['another environment', BODY, { ...FACTS, environment: 'production' }],
    ['another catalog', BODY, { ...FACTS, catalog: 'other' }],
  ])('with %s is none', async (_name, body, to) => {
    await submit(apiThat(fail('temporary', 'submit.outcome_unknown'))).catch(() => undefined);
    expect(await findUnresolvedDuplicates(ledger, to, body)).toEqual([]);
    expect(await findUnresolvedDuplicates(ledger, FACTS, BODY)).toHaveLength(1);
  });
});
