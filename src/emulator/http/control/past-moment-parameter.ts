import { Refusal } from '../../service/refusals.ts';
import type { JsonSchema } from '../route.ts';

/** `?at=` of control calls. */
export const PAST_MOMENT: JsonSchema = {
  type: 'string',
  description: 'As it was: a version, the id of a job, or a time as RFC 3339',
};

/**
 * Takes `at` out of a query string, since searches do not know it.
 *
 * @returns null where it is not given
 * @throws Refusal `invalid_parameter` where it is given twice, or empty
 */
export function takeMoment(queryString: string): { at: string | null; parameters: URLSearchParams } {
  const parameters = new URLSearchParams(queryString);
  const [at = null, ...others] = parameters.getAll('at');
  if (at === '' || others.length > 0) {
    throw new Refusal('invalid_parameter', 'at must be one version, job or time', { at: 'at' });
  }
  parameters.delete('at');
  return { at, parameters };
}
