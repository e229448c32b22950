import { JSON_HINTS } from '../json/problem.ts';

/** How each finding is mended, where the finder knows nothing better. A code whose message says it all has none. */
export const HINTS: Readonly<Record<string, string>> = {
  ...JSON_HINTS,
  'attribute.deprecated': "use 'availability' instead",
  'attribute.name': 'rename the attribute in the feed, such as color_group',
  'attribute.numeric_string': 'write the number without quotes',
  'attribute.required': 'give every product a title, a price and a url',
  'attribute.reserved': 'rename the attribute in the feed',
  'catalog.duplicate_id': 'keep one record for each id',
  'file.byte_order_mark': 'remove its three bytes: tail -c +4 old.jsonl > new.jsonl',
  'id.control': 'remove the control character from the id in the feed',
  'id.length': 'use an id of at most 64 characters in the feed',
  'json.duplicate_key': 'write each key once',
  'line.blank': 'remove the line',
  'line.crlf': "to convert: tr -d '\\r' < old.jsonl > new.jsonl",
  'line.too_long': 'check that the file is JSON Lines, one operation per line',
  'operation.large': 'send it as JSON Lines, or over SFTP',
  'operation.missing_target': 'add the whole record first',
  'operation.mixed_families': 'send products and items in separate requests',
  'operation.not_object': 'write {"op":"add","path":"/products/<id>","value":{"attributes":{…}}}',
  'operation.op_missing': 'write "op":"add" or "op":"remove"',
  'operation.path_invalid':
    'start with /products/<id> or /items/<id>, then name the part, such as /attributes/<name>',
  'operation.path_missing': 'write "path":"/products/<id>"',
  'operation.remove_in_full': 'leave the record out of the file, or send a delta: --mode delta',
  'operation.value_missing': 'write a "value", or "op":"remove" to take it away',
  'record.bad_id': 'write the id as a string: "id":"L-9"',
  'record.no_attributes': 'write "attributes":{…}, with title, price and url',
  'record.no_id': 'write "id":"<id>"',
  'record.not_boolean': 'write true or false, without quotes',
  'record.not_object': 'write an object: its keys are ids of variants or views, or names of attributes',
};
