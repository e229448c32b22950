import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Debian's. */
export const CHROMIUM = '/usr/bin/chromium';

export const hasChromium = existsSync(CHROMIUM);

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });

/** A page of the inspector, and what it did that it must not. */
export interface Visit {
  page: Page;
  /** Violations of the content security policy and errors of the page, requests to any other origin. */
  misdeeds: string[];
  /** Goes to a view, such as `#/jobs`. */
  show(view: string): Promise<void>;
  /** What axe finds wrong, as `rule: element`. */
  barriers(rules?: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What axe can judge otherwise in another colour scheme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const runAxe = (rules: readonly string[]) => `axe.run(document, { runOnly: ${JSON.stringify(rules)} })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`;

/** @param origin of the service, such as `http://127.0.0.1:4747` */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const misdeeds: string[] = [];
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A call that is answered with an error is told by Chromium, too.
    const isOfPage = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isOfPage) misdeeds.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) misdeeds.push(`foreign: ${url}`);
  });
  await page.goto(`${origin}/_brctl/`);
  await page.waitForSelector('main');
  return {
    page,
    misdeeds,
    show: async (view) => {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await page.locator(`nav [aria-current][href="${/#\/\w+/.exec(view)?.[0]}"]`).waitFor();
    },
    barriers: async (rules = ALL_RULES) => {
      if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
      return (await page.evaluate(runAxe(rules))) as string[];
    },
    close: () => context.close(),
  };
}
