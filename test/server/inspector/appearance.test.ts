import { existsSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/server/server.ts';
import { COLOR_RULES, hasChromium, startBrowser, type Visit, visit } from './browser.ts';
import { type BusyShop, openBusyShop, tellGuards, workADay } from './busy-shop.ts';
import { openReport, REPORT } from './report.ts';

/** The pictures of the docs: `npm run screenshots` takes them anew. */
const PICTURES = fileURLToPath(new URL('../../../docs/images', import.meta.url));

/** Each view with something in it, and what shows that it is there. */
const VIEWS: readonly {
  name: string;
  view: string;
  ready: string;
  prepare?: (at: Visit) => Promise<void>;
}[] = [
  { name: 'requests', view: '#/requests', ready: '[data-row]' },
  {
    name: 'request',
    // The calls of the views before it push the older ones out of the window of the list.
    view: '#/requests?filter=op:patch-products',
    ready: '[data-row]',
    prepare: async ({ page }) => {
      await page
        .getByRole('link', { name: /patch-products.*lighting_en/ })
        .first()
        .click();
      await page.getByText('Response', { exact: true }).waitFor();
    },
  },
  { name: 'jobs', view: '#/jobs', ready: '[data-row]' },
  { name: 'catalog', view: '#/catalog/lighting_en', ready: '.bars' },
  { name: 'version', view: '#/catalog/lighting_en?at=2', ready: '.picture + section .pairs' },
  { name: 'record', view: '#/catalog/lighting_en/40001', ready: '.history ins' },
  { name: 'search', view: '#/search?q=lamp', ready: '.hit' },
  { name: 'explanation', view: '#/search/40001?q=lamp', ready: '.gate' },
  { name: 'nothing-found', view: '#/search?q=zzzzzz', ready: '.empty' },
  { name: 'compare', view: '#/compare?q.a=lamp&q.b=desk+lamp', ready: '.rank-row' },
  {
    name: 'versions-compared',
    view: '#/compare?q.a=lamp&q.b=lamp&at.a=1&at.b=2',
    ready: '.rank-row',
  },
  {
    name: 'rehearsal',
    view: '#/compare/rehearsal/0',
    ready: '.empty',
    prepare: async ({ page }) => {
      await openReport(page, REPORT);
      await page.getByText('Quill floor lamp <b>').first().waitFor();
    },
  },
  { name: 'files', view: '#/files', ready: '.empty' },
  { name: 'faults', view: '#/faults', ready: '.new-rule' },
];

const TABS = ['requests', 'jobs', 'catalog', 'search', 'compare', 'files', 'faults'];

/** What is wider than it may be: the page, and what of it scrolls up and down. */
const OVERHANGING = `[document.documentElement, ...document.querySelectorAll('main, .page, .split-list, .split-detail, .search-page, .table-box:not(:has(th))')]
  .filter((element) => element.scrollWidth > element.clientWidth)
  .map((element) => element.localName + '.' + element.className)`;

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1000 },
  { width: 360, height: 740 },
];

/**
 * In each width and both schemes. What axe looks at depends on the narrowest and the widest alone; the narrowest shows a
 * part of the widest in the same colours, and a page of one sentence has no other layout.
 */
async function inspect({ page, barriers, misdeeds }: Visit, name: string, isFull = true): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect([name, size.width, await page.evaluate(OVERHANGING)]).toEqual([name, size.width, []]);
    for (const colorScheme of ['light', 'dark'] as const) {
      const isLooked = size === SIZES[0] || (isFull && size === SIZES[3] && colorScheme === 'light');
      if (PICTURES === undefined && !isLooked) continue;
      await page.emulateMedia({ colorScheme });
      const picture = path.join(PICTURES, `${name}-${size.width}-${colorScheme}.png`);
      if (env.BRCTL_SCREENSHOTS && existsSync(picture)) await page.screenshot({ path: picture });
      if (!isLooked) continue;
      const found = await barriers(colorScheme === 'light' ? undefined : COLOR_RULES);
      expect([name, size.width, colorScheme, found]).toEqual([name, size.width, colorScheme, []]);
    }
  }
  expect(misdeeds).toEqual([]);
}

describe.skipIf(!hasChromium)('the look of the inspector (needs Chromium)', () => {
  let browser: Browser;
  let shop: BusyShop;
  let empty: Emulator;
  const opened: Visit[] = [];
  beforeAll(async () => {
    [browser, shop, empty] = await Promise.all([startBrowser(), openBusyShop(), startEmulator({})]);
    await workADay(shop);
    await tellGuards(shop, 2, 'prices are in cents from today on');
    for (const origin of [shop.origin, new URL(empty.ready.catalogUrl).origin, shop.origin])
      opened.push(await visit(browser, origin));
  });
  afterAll(async () => {
    await browser.close();
    await shop.emulator.stop();
    await empty.stop();
  });

  it.each(VIEWS)('of $name has no barrier and fits', async (shown) => {
    const at = opened[0] as Visit;
    await at.show(shown.view);
    await at.page.locator(shown.ready).first().waitFor();
    await shown.prepare?.(at);
    await inspect(at, shown.name);
  });

  it.each(TABS)('of %s of a service that holds nothing has no barrier and fits', async (tab) => {
    const at = opened[1] as Visit;
    await at.show(`#/${tab}`);
    await at.page.locator('main :is(.empty, .card)').first().waitFor();
    await inspect(at, `empty-${tab}`, false);
  });

  it.each(TABS)('of %s of a service that fails has no barrier and fits', async (tab) => {
    const at = opened[2] as Visit;
    await at.page.route('**', (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'The disk is full.' } } })
        : route.continue(),
    );
    if (tab === TABS[0]) await at.page.reload();
    await at.show(`#/${tab}`);
    await at.page.locator('.failure').waitFor();
    await inspect(at, `failing-${tab}`, false);
  });
});
