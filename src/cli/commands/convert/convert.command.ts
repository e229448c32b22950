import type { Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { ChoiceCommand, createOutputOption } from '../../options.ts';
import { addFeedOptions } from '../../shared/feed-options.ts';

const HELP = `
Detects the format: Google Merchant feeds (XML, TSV, CSV), exports of Shopify, Magento and Adobe Commerce, WooCommerce,
BigCommerce, Shopware, commercetools and PrestaShop, price comparison feeds (Yandex, Heureka, Ceneo, Skroutz, Kelkoo,
Beslist, Awin) and schema.org JSON-LD. In any other CSV, TSV, JSON, JSON Lines or XML it finds the fields by the words
of their names, in many languages, and by their values. Prints on stderr which attribute each field becomes. A mapping
file overrides this.

Each product is a line that adds the whole record, checked as by validate. Skips rows that it cannot use and reports
their lines. If it skips more than --max-rejected, it writes nothing.

Examples:
  brctl convert feed.xml.gz -o catalog.jsonl
  brctl convert feed.xml | brctl push -
  brctl convert products_export.csv --shop-url https://shop.example -o catalog.jsonl
  brctl convert feed.csv --init -o mapping.yaml
  brctl convert feed.csv --map mapping.yaml --max-rejected 0 -o catalog.jsonl`;

export function convertCommand(frame: Frame): Command {
  const command = new ChoiceCommand('convert')
    .summary("Convert a shop's product feed to a catalog")
    .argument('<feed>', 'the feed, plain or .gz; - for stdin')
    .addOption(createOutputOption('catalog'))
    .option('--init', 'print a starter mapping with the detected fields, and convert nothing');
  return addFeedOptions(command, { from: true })
    .description(HELP)
    .action(wrapAction(frame, async () => (await import('../../shared/convert-run.ts')).runConvert));
}
