import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import SftpClient from 'ssh2-sftp-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startBrowser, type Visit, visit } from './browser.ts';
import { type BusyShop, openBusyShop, tellGuards, workADay } from './busy-shop.ts';
import { openReport, REPORT } from './report.ts';

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
    await detail.getByRole('link', { name: 'the request' }).click();
    await page.getByRole('region', { name: 'Request', exact: true }).waitFor();
  });

  it('lists a file over SFTP as soon as it is there', async () => {
    await at.show('#/files');
    await at.page.getByText('No files in the SFTP folders').waitFor();
    const { host, port, keyFile } = shop.emulator.ready.sftp;
    const client = new SftpClient();
    await client.connect({ host, port, username: 'lighting_en', privateKey: readFileSync(keyFile) });
    await client.put(Buffer.from('{}'), '/lamps.jsonl');
    await client.end();
    await at.page.getByText('lamps.jsonl').waitFor();
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
    await expect.poll(() => page.url()).toContain('q=floor+lamp');
    expect(decodeURIComponent(page.url())).toContain('fq=brand:"');
    await page.getByRole('group', { name: 'category' }).getByRole('checkbox').first().check();
    await page.waitForFunction(`document.querySelectorAll('.hit').length > 0`);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('stays on the tab that was opened while a search was typed', async () => {
    const { page } = at;
    await at.show('#/search');
    await page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByRole('combobox', { name: 'Search' }))
      .fill('desk lamp');
    // The page is busy until the search is due, which then runs before the page has heard of the other address.
    await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
      location.hash = '#/jobs';
      for (const start = performance.now(); performance.now() < start + 400; );
      setTimeout(done, 1);
    }, 20)))`);
    expect(page.url()).toContain('#/jobs');
  });

  it('keeps what is typed and not sent when its tab is left', async () => {
    const { page } = at;
    const open = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    await at.show('#/search?q=desk');
    const box = page.getByRole('combobox', { name: 'Search' });
    const id = page.getByRole('textbox', { name: 'Id of a missing product' });
    await id.fill('4000');
    await box.waitFor();
    // The tab is left before the search is due.
    await page.evaluate(`(() => {
      const box = document.querySelector('.search-box');
      box.value = 'desk la';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      location.hash = '#/faults';
    })()`);
    const operation = page.getByRole('combobox', { name: 'Operation' });
    const effect = page.getByRole('combobox', { name: 'Effect' });
    const value = page.getByRole('textbox', { name: 'Value' });
    await operation.fill('post-indexes');
    await effect.selectOption('wait, in ms');
    expect(await value.inputValue()).toBe('2000');
    await value.fill('70');
    await open('Search');
    expect([await box.inputValue(), await id.inputValue()]).toEqual(['desk la', '4000']);
    await open('Faults & clock');
    expect(await Promise.all([operation, effect, value].map((field) => field.inputValue()))).toEqual([
      'post-indexes',
      'latencyMs',
      '70',
    ]);
    await effect.selectOption('answer with a status');
    expect(await value.inputValue()).toBe('503');
    await operation.fill('get-search');
    await open('Search');
    await id.press('Enter');
    await page.getByRole('region', { name: 'Explanation', exact: true }).waitFor();
    expect(await id.inputValue()).toBe('');
  });

  it('says on every tab that the clock was moved from outside, and no longer once it is as it was', async () => {
    const { page } = at;
    await at.show('#/jobs');
    await page.locator('.live.live').waitFor();
    await shop.control('PUT', 'clock', { freeze: true, advanceMs: 7_200_000 });
    const badge = page.getByText(/^clock frozen/);
    await badge.waitFor();
    await shop.control('PUT', 'clock', { reset: true });
    await badge.waitFor({ state: 'detached' });
  });

  it('asks for no version in which a record was not, which would be an error in the console', async () => {
    const { page } = at;
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(answer.url());
    });
    await at.show('#/catalog/lighting_en/40001');
    const added = page.locator('.history li').filter({ hasText: 'added in version 1' });
    await added.locator('ins').first().waitFor({ state: 'attached' });
    expect(failed).toEqual([]);
  });

  it('asks for the catalogs once, whatever tabs are opened, until one changes', async () => {
    const { page } = at;
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/_brctl/catalogs')) calls++;
    });
    await page.reload();
    for (const tab of ['catalog', 'files', 'search', 'catalog']) {
      await at.show(`#/${tab}`);
      await page.locator('main :is(.card, .hit)').first().waitFor();
    }
    expect(calls).toBe(1);
    await shop.index();
    await expect.poll(() => calls).toBe(2);
  });

  it('names the field that a filter has and no product', async () => {
    const { page } = at;
    await at.show('#/search?q=lamp&fq=gr%C3%B6%C3%9Fe:"XL"');
    await page.getByText('filter.unknown (filter.unknown=größe)').waitFor();
  });

  it('shows what br_diagnostics tells of a search', async () => {
    const { page } = at;
    await at.show('#/search?q=lamp');
    await page.getByText('Options', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'br_diagnostics' }).check();
    const told = page.getByLabel('br_diagnostics as JSON');
    await told.getByText('"ranking"').waitFor();
    await page.getByRole('checkbox', { name: 'br_diagnostics' }).uncheck();
    await expect.poll(() => told.count()).toBe(0);
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

  it('tells why a product is where it is, and why one is not there', async () => {
    const { page } = at;
    await at.show('#/search?q=lamp');
    await page.locator('.hit[title="Why here"]').first().click();
    const explanation = page.getByRole('region', { name: 'Explanation', exact: true });
    await explanation.getByText('explain.found').first().waitFor();
    await explanation.locator('.gate.passed').first().waitFor();
    await explanation.getByText(/^Score /).waitFor();
    await at.show('#/search/no-such?q=lamp');
    await explanation.getByText('Not found', { exact: true }).waitFor();
    await explanation.locator('.gate.failed').first().waitFor();
  });

  it('shows a record, what changed it, and by which job', async () => {
    const { page } = at;
    await at.show('#/catalog/lighting_en/40001');
    const record = page.getByRole('region', { name: 'Record', exact: true });
    await record.locator('ins', { hasText: '35.1' }).first().waitFor();
    await record.locator('del', { hasText: '39' }).first().waitFor();
    await record.getByRole('link', { name: /^job / }).first().waitFor();
    expect(await record.getByLabel('Record as JSON').textContent()).toContain('"price": 35.1');
  });

  it('moves along the versions of a catalog by keyboard, and searches one of them', async () => {
    const { page } = at;
    await shop.patch([{ op: 'add', path: '/products/20002/attributes/price', value: 12.5 }]);
    await at.show('#/catalog/lighting_en');
    await page.getByText('version 3', { exact: true }).waitFor();
    const line = page.getByRole('slider', { name: 'Version' });
    await line.waitFor();
    await line.focus();
    await page.keyboard.press('ArrowLeft');
    const then = page.getByRole('region', { name: 'Version 2' });
    await then.getByText('changed', { exact: true }).waitFor();
    expect(page.url()).toContain('at=2');
    expect(await line.getAttribute('aria-valuetext')).toMatch(/^version 2, \+0 ~20 −0/);
    await then.getByRole('link', { name: '40001' }).or(then.locator('dd a').first()).first().waitFor();
    await then.getByRole('link', { name: 'Search it' }).click();
    await page.getByRole('textbox', { name: 'As of' }).waitFor();
    await page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByRole('combobox', { name: 'Search' }))
      .fill('lamp');
    await page.locator('.hit').first().waitFor();
    expect(page.url()).toMatch(/at=2/);
  });

  it('marks versions whose load a guard let pass, and opens what the guards said', async () => {
    const { page } = at;
    await tellGuards(shop, 2, '<b>sale</b>');
    await at.show('#/catalog/lighting_en');
    await page.getByText('1 accepted', { exact: true }).waitFor();
    expect(await page.locator('.time-line [style*=bar-warn]').count()).toBe(1);
    await page
      .getByRole('region', { name: 'Versions, newest first' })
      .locator('a')
      .getByText('2', { exact: true })
      .click();
    const then = page.getByRole('region', { name: 'Version 2' });
    await then.getByText('Accepted because: <b>sale</b>').waitFor();
    await then.getByText('price.scale', { exact: true }).waitFor();
    expect(await then.getByRole('link', { name: '40001' }).first().getAttribute('href')).toContain('at=2');
    expect(at.misdeeds).toEqual([]);
  });

  it('compares a search in two versions, and tells what differs between them', async () => {
    const { page } = at;
    await at.show('#/compare?q.a=lamp&q.b=lamp&at.a=1&at.b=2');
    await page.getByText(/gained, \d+ lost, \d+ moved/).waitFor();
    await page.getByText('20 records').waitFor();
  });

  it('opens the report of a rehearsal, and says of another file that it is none', async () => {
    const { page } = at;
    await at.show('#/compare');
    await page.getByRole('link', { name: 'Open the report of a rehearsal' }).click();
    await openReport(page, '{"schema":"brctl.plan/1"}');
    await page
      .getByRole('alert')
      .getByText(/Not a rehearsal report/)
      .waitFor();
    await openReport(page, REPORT);
    await page.getByRole('link', { name: /failed.*floor lamp.*11 → 10/ }).click();
    await page.getByText('10153 is not found, expected among the first 3').waitFor();
    await page.locator('ins', { hasText: 'Marlow floor lamp' }).waitFor();
    expect(await page.locator('.rank-line').count()).toBe(3);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('tells of a call from which index it was answered', async () => {
    const { page } = at;
    await at.show('#/requests?filter=op:get-search status:200');
    await page.locator('[data-row]').first().click();
    const detail = page.getByRole('region', { name: 'Request', exact: true });
    await detail.getByRole('link', { name: /^lighting_en v\d/ }).waitFor();
  });

  it('sets a fault, moves the clock, keeps a snapshot', async () => {
    const { page } = at;
    await shop.control('PUT', 'faults', [{ operation: 'get-search', latencyMs: 5, probability: 0.5 }]);
    await at.show('#/faults');
    const rules = page.getByRole('region', { name: 'Fault rules' });
    await rules.getByText('latencyMs 5 · probability 0.5').waitFor();
    await rules.getByRole('button', { name: 'Remove all' }).click();
    await rules.getByText('No fault rules.').waitFor();
    await rules.getByRole('button', { name: 'Add' }).click();
    await rules.getByText('status 503').waitFor();
    expect((await shop.search('sofa')).status).toBe(503);
    await rules.getByText('1 of 1 calls hit').waitFor();
    const now = async () => ((await (await shop.control('GET', 'clock')).json()) as { now: string }).now;
    const before = Date.parse(await now());
    await page.getByRole('button', { name: '+ 30 days' }).click();
    await expect.poll(async () => Date.parse(await now()) - before).toBeGreaterThanOrEqual(2_592_000_000);
    await page.getByRole('button', { name: 'Reset clock' }).click();
    await page.getByRole('textbox', { name: 'Name of a new snapshot' }).fill('before');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Snapshots' }).getByText('before', { exact: true }).waitFor();
  });

  it('shows texts of products as texts, whatever they are', async () => {
    const { page } = at;
    await shop.control('DELETE', 'faults');
    const hostile = [
      '<script>document.title="struck"</script>',
      '<img src=x onerror="document.title=1">',
      '\u202Eevil \u05D0\u05D1',
      '👩‍👩‍👧‍👦'.repeat(40),
      'w'.repeat(10_000),
    ];
    await shop.patch(
      hostile.map((text, index) => ({
        op: 'add',
        path: `/products/hostile-${index}`,
        value: {
          attributes: {
            title: `zebra ${text}`,
            description: text,
            brand: text,
            price: index,
            availability: true,
            url: `https://shop.example/p/${index}`,
          },
        },
      })),
    );
    await shop.index();
    for (const view of ['#/compare?q.a=zebra&q.b=zebra', '#/catalog/lighting_en/hostile-0', '#/requests']) {
      await at.show(view);
      await page.locator('[data-row]').first().waitFor();
    }
    await at.show('#/search?q=zebra');
    await page.getByText('zebra <script>document.title="struck"</script>').first().waitFor();
    expect(await page.locator('.hit img, .hit script').count()).toBe(0);
    expect(await page.title()).toBe('Search · brctl inspector');
    expect(at.misdeeds).toEqual([]);
  });
});
