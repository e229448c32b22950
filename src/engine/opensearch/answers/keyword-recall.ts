import { planKeywords } from '../../keywords/plan-keywords.ts';
import { type KeywordPlan, listPossibleIds } from '../../keywords/questions.ts';
import type { Recall } from '../../query/model.ts';
import type { Clause } from '../documents/live-documents.ts';
import { matchAllTerms, matchFilter, matchSomeTerms, weighTerms } from '../queries/term-clauses.ts';
import { NAMED_BOOST } from './found-hits.ts';
import { ClusterProber, type PlanningRound } from './keyword-prober.ts';
import type { OpenVersion } from './open-version.ts';
import { type RecallResult, recallBy } from './recall.ts';
import type { RequestBuilder } from './search-body.ts';

type KeywordRecall = Recall & { kind: 'keyword' };

/**
 * Hits of a keyword query, a round of questions at a time. The likely end of a round is searched along with it where every word
 * has been counted: mostly one of these is the answer.
 */
export async function* recallKeywords(
  version: OpenVersion,
  recall: KeywordRecall,
  body: RequestBuilder,
): AsyncGenerator<PlanningRound, RecallResult, undefined> {
  const { settings } = version;
  const { viewId } = body;
  const prober = new ClusterProber(version, body);
  const named: Clause = { terms: { id: listPossibleIds(recall.text) } };
  const isNamed = () => prober.counted(named) > 0;
  const recalled = (plan: KeywordPlan) =>
    isNamed() ? withNamed(recalledOf(version, plan), named) : recalledOf(version, plan);
  let planning = planKeywords(recall, settings, viewId);
  let step = planning.next();
  for (let isFirst = true; isFirst || !step.done; isFirst = false) {
    const questions = step.done ? {} : step.value;
    const likely = prober.needsWords(questions) ? undefined : questions.likely;
    const { holding } = prober.answers(questions);
    const vocabulary = prober.readVocabulary(questions);
    vocabulary.catch(() => undefined);
    yield {
      probes: [...(isFirst ? [prober.countProbe(named)] : []), ...prober.probes(questions)],
      likely: likely?.(holding).map(recalled) ?? [],
    };
    await vocabulary;
    if (isFirst && isNamed()) {
      planning = planKeywords({ ...recall, tolerant: false, spelling: 'off' }, settings, viewId);
      step = planning.next();
    } else if (!step.done) step = planning.next(prober.answers(questions));
  }
  return recalled(step.value as KeywordPlan);
}

function recalledOf({ state: { documents } }: OpenVersion, plan: KeywordPlan): RecallResult {
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
function withNamed(strict: RecallResult, named: Clause): RecallResult {
  const first = { constant_score: { filter: named, boost: NAMED_BOOST } };
  return {
    ...strict,
    clause: { bool: { should: [strict.clause, first], minimum_should_match: 1 } },
    words: strict.clause,
  };
}
