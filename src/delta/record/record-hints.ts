const WHOLE_LINE = 'write one {"op":"add","path":"/products/<id>","value":{…}} per line';

/** How a line that is no record of a catalog is mended, by the problem's code. */
export const RECORD_HINTS: Readonly<Record<string, string>> = {
  'record.no_object': WHOLE_LINE,
  'record.op': 'compare whole catalogs; brctl apply adds a delta to one',
  'record.path': 'write /products/<id> or /items/<id>; brctl apply adds a delta to a catalog',
  'record.value': 'write the record as an object: {"attributes":{…}}',
  'record.no_value': 'write "value":{"attributes":{…}}',
  'record.no_operation': WHOLE_LINE,
  'record.two_ids': 'write the id once',
  'record.bad_id': 'write the id as a string: "id":"L-9"',
};
