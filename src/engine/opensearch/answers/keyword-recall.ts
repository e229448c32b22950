import { planKeywords, planOf } from '../../keywords/plan-keywords.ts';
import { type KeywordPlan, listPossibleIds } from '../../keywords/questions.ts';
import type { Recall } from '../../query/model.ts';
import type { Clause } from '../documents/live-documents.ts';
import { NAMED_BOOST } from './found-hits.ts';
import { ClusterProber, read } from './keyword-prober.ts';
import { matchAllTerms, matchFilter, matchSomeTerms, weighTerms } from './keyword-terms.ts';
import type { OpenVersion } from './open-version.ts';
import { type Recalled, recallBy } from './recall.ts';
import type { RequestBuilder } from './search-body.ts';

type KeywordRecall = Recall & { kind: 'keyword' };

/**
 * What a keyword query finds. Where its words have been counted before, what is likely is searched along with the first
 * questions, and mostly is what the plan ends with.
 */
export async function recallKeywords(
  version: OpenVersion,
  recall: KeywordRecall,
  body: RequestBuilder,
): Promise<Recalled> {
  const { settings } = version;
  const { viewId } = body;
  const prober = new ClusterProber(version, body);
  const named: Clause = { terms: { id: listPossibleIds(recall.text) } };
  const planning = planKeywords(recall, settings, viewId);
  const first = planning.next();
  const questions = first.done ? {} : first.value;
  await prober.readVocabulary(questions);
  const probes = [prober.countProbe(named), ...prober.probes(questions)];
  const settle = async (): Promise<Recalled> => {
    if (prober.counted(named) === 0) {
      const next = first.done ? first : planning.next(prober.answers(questions));
      return recalledOf(version, await prober.finish(planning, next));
    }
    const strictly = planKeywords({ ...recall, tolerant: false, spelling: 'off' }, settings, viewId);
    return withNamed(recalledOf(version, await prober.finish(strictly, strictly.next())), named);
  };
  const { likely, holding = [] } = questions;
  if (likely === undefined || prober.needsWords(questions)) {
    read(probes, await version.ask(probes.map(({ search }) => search)));
    return settle();
  }
  const counts = prober.answers(questions).holding;
  const terms = holding.map((term, at) => ({ term, holding: counts[at] ?? 0 }));
  const guess = recalledOf(version, planOf(likely, terms));
  return {
    ...guess,
    check: {
      probes,
      settle: async () => {
        const settled = await settle();
        return isSame(settled, guess) ? null : settled;
      },
    },
  };
}

function isSame({ check: _, ...first }: Recalled, { check: __, ...second }: Recalled): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function recalledOf({ state: { documents } }: OpenVersion, plan: KeywordPlan): Recalled {
  const { tiers } = plan;
  const terms = weighTerms(plan.terms, documents);
  const [first, second] = tiers;
  const some = tiers.find((tier) => tier.kind === 'some');
  const clause = some === undefined ? matchAllTerms(terms) : matchSomeTerms(some, documents);
  const exact = first === undefined || second === undefined ? null : matchFilter(first, documents);
  const weights = terms.map(({ term: { words }, weight }) => ({ words, weight }));
  return { ...recallBy(clause, true), terms: weights, exact, plan };
}

/** A product whose id was searched for is found, too, and is before any that its words find. */
function withNamed(strict: Recalled, named: Clause): Recalled {
  const first = { constant_score: { filter: named, boost: NAMED_BOOST } };
  return {
    ...strict,
    clause: { bool: { should: [strict.clause, first], minimum_should_match: 1 } },
    words: strict.clause,
  };
}
