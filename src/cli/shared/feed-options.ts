import { type Command, InvalidArgumentError, Option } from 'commander';

/** What `--from` takes, here and on push. */
const FROM_FORMATS = [
  'auto',
  'google',
  'shopify',
  'shopify-bulk',
  'magento',
  'woocommerce',
  'schema-org',
  'yandex',
  'heureka',
  'ceneo',
  'skroutz',
  'csv',
  'tsv',
  'json',
  'jsonlines',
  'xml',
] as const;

/** How a feed is to be taken. */
export function addFeedOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--from <format>', 'what the feed is; auto: found out by its beginning').choices(
        FROM_FORMATS,
      ),
    )
    .option('--map <file>', 'mapping file (YAML or JSON) that says what fields become')
    .option('--shop-url <url>', "the shop's address, for feeds whose links have no host")
    .option('--encoding <name>', 'encoding of the feed, such as windows-1252 (default: found out)')
    .addOption(
      new Option('--decimal <mark>', 'what stands before fractions in numbers (default: found out)').choices([
        'point',
        'comma',
      ]),
    )
    .addOption(
      new Option(
        '--max-rejected <n>',
        'how many rows may be left out: a number, or a share such as 5% (default: 1%)',
      ).argParser(rejections),
    );
}

/** `250`, or `10%`. */
function rejections(text: string): { rows: number } | { share: number } {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined || (percent === '' && digits.includes('.')))
    throw new InvalidArgumentError('It must be a number of rows, or a share such as 5%.');
  return percent === '%' ? { share: Number(digits) / 100 } : { rows: Number(digits) };
}
