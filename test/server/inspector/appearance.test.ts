import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startBrowser, type Visit, visit } from './browser.ts';
import { type BusyShop, openBusyShop, tellGuards, workADay } from './busy-shop.ts';
import { openReport, REPORT } from './report.ts';

/** Where pictures of the views go, if they are wanted: `npm run screenshots`. */
const PICTURES = env.BRCTL_SCREENSHOTS;

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
  { name: 'catalog', view: '#/catalog/lighting_en', ready: '.histogram' },
  { name: 'version', view: '#/catalog/lighting_en?at=2', ready: '.time-line + section .pairs' },
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
  { name: 'faults', view: '#/faults', ready: '.rules' },
];

/** What is wider than it may be: the page, and what of it scrolls up and down. */
const OVERHANGING = `[document.documentElement, ...document.querySelectorAll('main, .page, .split-list, .split-detail, .search-page')]
  .filter((element) => element.scrollWidth > element.clientWidth)
  .map((element) => element.localName + '.' + element.className)`;

const SCREENS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
  { width: 768, height: 1000, colorScheme: 'light' },
  { width: 768, height: 1000, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

describe.skipIf(!hasChromium)('the look of the inspector (needs Chromium)', () => {
  let browser: Browser;
  let shop: BusyShop;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([startBrowser(), openBusyShop()]);
    await workADay(shop);
    await tellGuards(shop, 2, 'prices are in cents from today on');
  });
  afterAll(async () => {
    await browser.close();
    await shop.emulator.stop();
  });

  for (const { width, height, colorScheme } of SCREENS) {
    it.each(VIEWS)(`of $name at ${width} pixels, ${colorScheme}, has no barrier and fits`, async (shown) => {
      const at = await visit(browser, shop.origin, { viewport: { width, height }, colorScheme });
      const { page } = at;
      await at.show(shown.view);
      await page.locator(shown.ready).first().waitFor();
      await shown.prepare?.(at);
      if (PICTURES !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: path.join(PICTURES, `${shown.name}-${width}-${colorScheme}.png`) });
      }
      expect(await at.barriers()).toEqual([]);
      expect(await page.evaluate(OVERHANGING)).toEqual([]);
      expect(at.misdeeds).toEqual([]);
      await at.close();
    });
  }
});
