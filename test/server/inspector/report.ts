import type { Page } from 'playwright-core';

/** A report of a rehearsal, as `brctl rehearse --json` prints it, in small; with texts that are no friends of a page. */
export const REPORT = {
  schema: 'brctl.rehearse/1',
  source: 'catalog-next-day.jsonl',
  queries_file: 'queries.yaml',
  top: 10,
  compared: true,
  summary: { queries: 2, failed: 1, inconclusive: 0, moved: 1, failed_before: 0 },
  queries: [
    {
      name: 'floor lamp',
      kind: 'search',
      text: 'floor lamp',
      weight: 120,
      verdict: 'failed',
      before: { total: 11, products: ['10022', '10015', '10153', '10031'] },
      after: { total: 10, products: ['10022', '10031', '10015', '10058'] },
      moves: [
        { id: '10153', title: 'Quill floor lamp <b>', before: 3, after: null, change: 'vanished' },
        { id: '10058', title: 'Marlow floor lamp', before: null, after: 4, change: 'appeared' },
        { id: '10031', title: 'Dune floor lamp', before: 4, after: 2, change: 'moved' },
        { id: '10015', title: 'Luma floor lamp', before: 2, after: 3, change: 'moved' },
      ],
      checks: [{ kind: 'ids', verdict: 'failed', why: '10153 is not found, expected among the first 3' }],
      blame: [
        { product: '10153', kind: 'removed', attributes: [] },
        {
          product: '10058',
          kind: 'changed',
          line: 58,
          attributes: [{ name: 'title', old: '"Marlow lamp"', new: '"Marlow floor lamp"' }],
        },
      ],
    },
    {
      name: 'مصباح أرضي',
      kind: 'search',
      text: 'مصباح أرضي',
      weight: 1,
      verdict: 'unchanged',
      before: null,
      after: { total: 0, products: [] },
      moves: [],
      checks: [],
      blame: [],
    },
  ],
};

/** Chooses a file that holds the report. */
export async function openReport(page: Page, report: unknown): Promise<void> {
  await page.getByLabel('Report of a rehearsal').setInputFiles({
    name: 'report.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof report === 'string' ? report : JSON.stringify(report)),
  });
}
