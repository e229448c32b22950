import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startBrowser, type Visit, visit } from './browser.ts';
import { type BusyShop, openBusyShop, workADay } from './busy-shop.ts';

describe.skipIf(!hasChromium)('the views of the inspector (need Chromium)', () => {
  let browser: Browser;
  let shop: BusyShop;
  let at: Visit;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([startBrowser(), openBusyShop()]);
    await workADay(shop);
    at = await visit(browser, shop.origin);
  });
  afterAll(async () => {
    expect(at.misdeeds).toEqual([]);
    await browser.close();
    await shop.emulator.stop();
  });

  it('lists jobs from load to searchable, with the text of one that failed', async () => {
    const { page } = at;
    await at.show('#/jobs');
    await page
      .getByText(/^searchable after/)
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /failed.*ingest delta/ })
      .first()
      .click();
    const detail = page.getByRole('region', { name: 'Job', exact: true });
    await detail.getByText(/no-such-product/).waitFor();
    await detail.getByRole('link', { name: /^PATCH at/ }).click();
    await page.getByRole('region', { name: 'Request', exact: true }).waitFor();
  });

  it('searches as it is typed, and filters by a click on a facet', async () => {
    const { page } = at;
    await at.show('#/search');
    await page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByRole('combobox', { name: 'Search' }))
      .fill('floor lamp');
    await page
      .getByRole('link', { name: /floor lamp/i })
      .first()
      .waitFor();
    const total = () => page.locator('.search-hits .toolbar b').first().textContent();
    const before = await total();
    const brand = page.getByRole('group', { name: 'brand' });
    await brand.getByRole('checkbox').first().check();
    await expect.poll(total).not.toBe(before);
    expect(page.url()).toContain('q=floor+lamp');
    expect(decodeURIComponent(page.url())).toContain('fq=brand:"');
    await page.getByRole('group', { name: 'category' }).getByRole('checkbox').first().check();
    await page.waitForFunction(`document.querySelectorAll('.hit').length > 0`);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows what a catalog looks like, with its figures as a table', async () => {
    const { page } = at;
    await at.show('#/catalog/lighting_en');
    const filled = page.locator('figure').filter({ hasText: 'Filled fields' });
    await filled.getByText('100 %').first().waitFor();
    await filled.getByRole('button', { name: 'Table' }).click();
    expect(await filled.getByRole('row', { name: /title 200 100/ }).count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      filled.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('filled-fields.csv');
  });

  it('compares two searches by their ranks', async () => {
    const { page } = at;
    await at.show('#/compare?q.a=lamp&q.b=floor+lamp');
    await page.getByText(/gained, \d+ lost, \d+ moved/).waitFor();
    expect(await page.locator('.rank-line').count()).toBeGreaterThan(2);
  });

  it('sets a fault, moves the clock, keeps a snapshot', async () => {
    const { page } = at;
    await at.show('#/faults');
    const rules = page.getByRole('region', { name: 'Fault rules' });
    await rules.getByRole('button', { name: 'Remove all' }).click();
    await rules.getByText('Nothing goes wrong on purpose.').waitFor();
    await rules.getByRole('button', { name: 'Add' }).click();
    await rules.getByText('status 503').waitFor();
    expect((await shop.search('sofa')).status).toBe(503);
    await rules.getByText('struck 1 of 1').waitFor();
    const now = async () => ((await (await shop.control('GET', 'clock')).json()) as { now: string }).now;
    const before = Date.parse(await now());
    await page.getByRole('button', { name: '+ 30 days' }).click();
    await expect.poll(async () => Date.parse(await now()) - before).toBeGreaterThanOrEqual(2_592_000_000);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('textbox', { name: 'Name of a new snapshot' }).fill('before');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Snapshots' }).getByText('before', { exact: true }).waitFor();
  });
});
