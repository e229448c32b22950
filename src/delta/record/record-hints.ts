const WHOLE_LINE = 'write one {"op":"add","path":"/products/<id>","value":{…}} per line';

/** How a line that is no record of a catalog is mended, by the problem's code. */
export const RECORD_HINTS: Readonly<Record<string, string>> = {
  'record.no_object': WHOLE_LINE,
  'record.op': 'compare whole catalogs; a delta is put into one by brctl apply',
  'record.path': 'write /products/<id> or /items/<id>; a delta is put into a catalog by brctl apply',
  'record.value': 'write {"attributes":{…}} with what else the record has',
  'record.no_value': 'write "value":{"attributes":{…}}',
  'record.no_operation': WHOLE_LINE,
  'record.two_ids': 'write the id once',
  'record.bad_id': 'write the id as a string: "id":"L-9"',
};
