import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startBrowser, visit } from './browser.ts';
import { type BusyShop, openBusyShop, workADay } from './busy-shop.ts';

describe.skipIf(!hasChromium)('the requests of the inspector (needs Chromium)', () => {
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

  it('shows a call beside its answer, and the job that it made', async () => {
    const { page, misdeeds, close } = await visit(browser, shop.origin);
    await page
      .getByRole('link', { name: /PATCH .*lighting_en/ })
      .first()
      .click();
    await page.getByText('Response', { exact: true }).waitFor();
    const detail = page.getByRole('region', { name: 'Request', exact: true });
    expect(await detail.textContent()).toContain('patch-products');
    expect(await detail.textContent()).not.toContain('the-key');
    await detail.locator('a[href^="#/jobs/"]').waitFor();
    expect(misdeeds).toEqual([]);
    await close();
  });

  it('is driven by the keyboard alone', async () => {
    const { page, misdeeds, close } = await visit(browser, shop.origin);
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('status:>=400');
    await page.getByText(/^\d+ of \d+ requests$/).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByText('Response', { exact: true }).waitFor();
    expect(page.url()).toMatch(/#\/requests\/[0-9a-f]{16}\?filter=status/);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toMatch(/#\/requests\?filter=status/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    expect(misdeeds).toEqual([]);
    await close();
  });

  it('shows a call as it ends', async () => {
    const { page, misdeeds, close } = await visit(browser, shop.origin);
    await page.getByText('live', { exact: true }).waitFor();
    await shop.search('brand+new+words');
    await page.getByRole('link', { name: /brand new words/ }).waitFor();
    expect(misdeeds).toEqual([]);
    await close();
  });

  it('makes a call again with edits, the keys put in by the service', async () => {
    const { page, misdeeds, close } = await visit(browser, shop.origin);
    await page
      .getByRole('link', { name: /GET .*chair/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Edit and resend' }).click();
    const url = page.getByRole('textbox', { name: 'Path and query' });
    await url.fill((await url.inputValue()).replace('q=chair', 'q=armchair'));
    await page
      .getByRole('textbox', { name: /^Headers/ })
      .fill('accept: a:b\nno header\n: x\n x-note :  once ');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: /q=armchair/ }).waitFor();
    const text = await page.getByRole('region', { name: 'Request', exact: true }).textContent();
    expect(text).toContain('200');
    expect(text).toContain('accepta:b');
    expect(text).toContain('x-noteonce');
    expect(text).not.toContain('no header');
    expect(misdeeds).toEqual([]);
    await close();
  });
});
