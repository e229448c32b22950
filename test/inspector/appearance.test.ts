import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startBrowser, type Visit, visit } from './browser.ts';
import { type BusyShop, openBusyShop, workADay } from './busy-shop.ts';

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
    view: '#/requests',
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
  { name: 'search', view: '#/search?q=lamp', ready: '.hit' },
  { name: 'compare', view: '#/compare?q.a=lamp&q.b=desk+lamp', ready: '.rank-row' },
  { name: 'faults', view: '#/faults', ready: '.rules' },
];

const SCREENS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

describe.skipIf(!hasChromium)('the look of the inspector (needs Chromium)', () => {
  let browser: Browser;
  let shop: BusyShop;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([startBrowser(), openBusyShop()]);
    await workADay(shop);
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
      const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overhang)).toBe(0);
      expect(at.misdeeds).toEqual([]);
      await at.close();
    });
  }
});
