import type { ToldFindings } from '../../client/version-findings.ts';
import type { JobFindings } from '../../delivery/push/push-context.ts';
import { guardWhy } from '../output/guard-words.ts';

/**
 * What guards said, in the words of the command line.
 *
 * @param redact takes secrets out of a text: reasons are typed by people
 */
export function toldFindings(
  { guards, because }: JobFindings,
  redact: (text: string) => string,
): ToldFindings {
  const told = guards.flatMap((guard) => {
    const { code, verdict, examples, lines } = guard;
    // What is refused is not sent.
    if (verdict === 'refused') return [];
    const where = { ...(examples && { examples: examples.map(redact) }), ...(lines && { lines }) };
    return [{ code, verdict, why: redact(guardWhy(guard)), ...where }];
  });
  return { ...(because !== undefined && { because: redact(because) }), guards: told };
}
