import { expect, test } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS } from '../../../../src/engine/engine.ts';
import type { SharedVersion } from '../../../../src/engine/sharing.ts';
import {
  applyIngestSettings,
  buildNodeConfig,
  parseNodeConfigs,
  ReplicatedAccounts,
  ReplicatedCatalogs,
  type SharedNodeConfig,
} from '../../../../src/server/service/front/node-notice.ts';
import { DEFAULT_ANSWER_SETTINGS } from '../../../../src/server/service/search/answer-settings.ts';

const ANSWERING = { loose: false, answers: DEFAULT_ANSWER_SETTINGS, requireAuthKey: false };

function notice(change: Partial<SharedNodeConfig> & { authKey?: string } = {}): SharedNodeConfig {
  const { authKey = 'search-key-1', ...rest } = change;
  const account = {
    accountId: '6702',
    apiKey: 'load-key',
    authKey,
    acctAuth: 'widget-key',
    catalogs: null,
    defaultCatalog: 'lamps',
    sftpUser: 'lamps',
    sftpPublicKeys: ['ssh-ed25519 AAAA'],
  };
  const summary = { name: 'lamps', accountId: '6702', family: 'products' as const, documents: 12 };
  const catalogs = [{ ...summary, version: 3, records: 12, publishedVersion: 3 }];
  const told = { environment: 'local', nowMs: 5, accounts: [account], catalogs, answering: ANSWERING };
  return { ...buildNodeConfig(told), ...rest };
}

function version(number: number, catalog = 'lamps'): SharedVersion {
  return {
    catalog,
    ref: { engine: 'opensearch', format: '1', name: `${catalog}-1`, version: number },
    fields: [],
    settings: { family: 'products', ...DEFAULT_SEARCH_SETTINGS },
  };
}

test('a notice has what searches are checked against, and no key that loads or SFTP take', () => {
  const text = JSON.stringify(notice());
  expect(text).toContain('search-key-1');
  expect(text).toContain('widget-key');
  expect(text).not.toMatch(/load-key|ssh-ed25519/);
});

test('of nodes that disagree, the one with more catalogs counts, then the newest; other notices are passed over', () => {
  const newest = notice({ toldMs: 9 });
  const idle = notice({ toldMs: 99, catalogs: [] });
  const others = [notice({ environment: 'staging' }), { schema: 'brctl.node/2' }, null];
  expect(parseNodeConfigs([newest, idle, ...others, notice({ toldMs: 4 })], 'local')).toEqual([
    idle,
    notice({ toldMs: 4 }),
    newest,
  ]);
});

test('accounts change in place; a key that was changed later counts', () => {
  const followed = new ReplicatedAccounts();
  const { accounts } = followed;
  followed.update([notice({ authKey: 'old' }), notice({ authKey: 'new' })]);
  expect(accounts).toMatchObject([{ accountId: '6702', authKey: 'new', acctAuth: 'widget-key' }]);
  expect(accounts[0]?.apiKey).toMatch(/^[0-9a-f]{64}$/);
  followed.update([]);
  expect(accounts).toEqual([]);
});

test('keys that came from the cluster are masked', () => {
  const followed = new ReplicatedAccounts();
  expect(followed.mask('100 %2C of search-key-1')).toBe('100 %2C of search-key-1');
  followed.update([notice()]);
  expect(followed.mask('q=a%20b&k=search-key-1')).toBe('q=a%20b&k=***');
});

test('answers look as the node tells it, but for what the own configuration says', () => {
  const followed = { ...ANSWERING };
  const answers = { ...DEFAULT_ANSWER_SETTINGS, facetLimit: 3 };
  const told = notice({ answering: { loose: true, answers, requireAuthKey: true } });
  applyIngestSettings([told], { requireAuthKey: false }, followed);
  expect(followed).toEqual({ loose: true, answers, requireAuthKey: false });
});

test('catalogs come, change and go with what is published; listeners hear of those that did', () => {
  const catalogs = new ReplicatedCatalogs();
  const heard: string[] = [];
  catalogs.onPublished((name) => void heard.push(name));
  catalogs.update([version(3), version(1, 'chairs')], [notice()]);
  expect(heard.splice(0)).toEqual(['lamps', 'chairs']);
  expect(catalogs.catalogs()).toEqual([
    {
      name: 'lamps',
      accountId: '6702',
      family: 'products',
      version: 3,
      records: 0,
      publishedVersion: 3,
      documents: 12,
    },
  ]);
  expect(catalogs.published('lamps')).toMatchObject({ ref: { name: 'lamps-1', version: 3 }, version: 3 });
  catalogs.update([version(4), version(1, 'chairs')], [notice()]);
  expect(heard.splice(0)).toEqual(['lamps']);
  catalogs.update([version(4)], [notice()]);
  expect(heard.splice(0)).toEqual(['chairs']);
  expect(catalogs.published('chairs')).toBeUndefined();
});
