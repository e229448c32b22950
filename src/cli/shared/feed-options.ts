import { InvalidArgumentError, Option } from 'commander';
import { type ChoiceCommand, FEED_OPTIONS } from '../options.ts';
import { supersede } from '../supersede.ts';

const FROM_FORMATS = [
  'auto',
  'google',
  'shopify',
  'shopify-bulk',
  'shopify-json',
  'magento',
  'woocommerce',
  'woocommerce-json',
  'bigcommerce',
  'bigcommerce-json',
  'commercetools',
  'prestashop',
  'shopware',
  'schema-org',
  'yandex',
  'heureka',
  'ceneo',
  'skroutz',
  'kelkoo',
  'beslist',
  'awin',
  'csv',
  'tsv',
  'json',
  'jsonlines',
  'xml',
] as const;

/** Content of a line of a catalog file: an operation that adds a record, or the record itself. */
const CATALOG_FORMATS = ['operations', 'records'] as const;

/**
 * Adds `--from` for commands that read catalog files, and `--input-format`, its name before. With `feeds`, also the
 * formats that are converted first; `inputFormat` and `from` then get the value that concerns them.
 */
export function addFromOption(
  command: ChoiceCommand,
  { feeds = false, isOptional = false } = {},
): ChoiceCommand {
  const description = feeds
    ? 'format of the catalog; feeds are converted first (default: operations)'
    : 'format of a line: an operation, or a record {"id", "attributes", ...} (default: operations)';
  const option = new Option('--from <format>', description);
  const choices: readonly string[] = feeds ? [...CATALOG_FORMATS, ...FROM_FORMATS] : CATALOG_FORMATS;
  const inputFormat = new Option('--input-format <format>', 'format of the files').choices(CATALOG_FORMATS);
  return command
    .addOption(option.choices(choices))
    .addOption(
      supersede(isOptional ? inputFormat : inputFormat.default('operations'), (format) => `--from ${format}`),
    )
    .on('option:from', (format: string) => {
      if (!CATALOG_FORMATS.some((name) => name === format)) return;
      command.setOptionValueWithSource('inputFormat', format, 'from');
      command.setOptionValueWithSource('from', undefined, undefined);
    });
}

export function addFeedOptions(command: ChoiceCommand, { from = false } = {}): ChoiceCommand {
  if (from)
    command.choice(
      '--from <format>',
      'feed format; auto detects it from the start of the file',
      FROM_FORMATS,
    );
  else command.optionsGroup(FEED_OPTIONS);
  return command
    .option('--map <file>', 'mapping file (YAML or JSON) from feed fields to attributes')
    .option('--shop-url <url>', "the shop's address, for feeds whose links have no host")
    .option('--encoding <name>', 'encoding of the feed, such as windows-1252 (default: detected)')
    .choice('--decimal <mark>', 'decimal mark of numbers (default: detected)', ['point', 'comma'])
    .option(
      '--max-rejected <n>',
      'maximum rows to skip: a number, or a share such as 5% (default: 1%)',
      readRejections,
    );
}

/** `250`, or `10%`. */
function readRejections(text: string): { rows: number } | { share: number } {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined || (percent === '' && digits.includes('.')))
    throw new InvalidArgumentError('It must be a number of rows, or a share such as 5%.');
  return percent === '%' ? { share: Number(digits) / 100 } : { rows: Number(digits) };
}
