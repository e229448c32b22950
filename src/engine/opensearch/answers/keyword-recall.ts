import { planKeywords } from '../../keywords/plan-keywords.ts';
import { type KeywordPlan, listPossibleIds } from '../../keywords/questions.ts';
import type { Recall } from '../../query/model.ts';
import type { Clause } from '../documents/live-documents.ts';
import { matchAllTerms, matchFilter, matchSomeTerms, weighTerms } from '../queries/term-clauses.ts';
import { NAMED_BOOST } from './found-hits.ts';
import { ClusterProber, type Probe } from './keyword-prober.ts';
import type { OpenVersion } from './open-version.ts';
import { type RecallResult, recallBy } from './recall.ts';
import type { RequestBuilder } from './search-body.ts';

type KeywordRecall = Recall & { kind: 'keyword' };

/** A round of a planned search: one request with its questions, and with searches by the recalls that it may end with. */
export type PlanningRound = (probes: readonly Probe[], likely: readonly RecallResult[]) => Promise<void>;

/**
 * Hits of a keyword query. The likely end of a round is searched along with it where every word has been counted: mostly one of
 * these is the answer.
 */
export async function recallKeywords(
  version: OpenVersion,
  recall: KeywordRecall,
  body: RequestBuilder,
  ask: PlanningRound,
): Promise<RecallResult> {
  const prober = new ClusterProber(version, body);
  const named: Clause = { terms: { id: listPossibleIds(recall.text) } };
  const isNamed = () => prober.getCount(named) > 0;
  const describeNamed = (plan: KeywordPlan) =>
    isNamed() ? withNamed(describeRecall(version, plan), named) : describeRecall(version, plan);
  const plan = (changes: Partial<KeywordRecall>) =>
    planKeywords({ ...recall, ...changes }, version.settings, body.viewId);
  let planning = plan({});
  let step = planning.next();
  for (let isFirst = true; isFirst || !step.done; isFirst = false) {
    const questions = step.done ? {} : step.value;
    const words = prober.wordProbes(questions);
    const { holding } = prober.answers(questions);
    const likely = words.length > 0 ? [] : (questions.likely?.(holding).map(describeNamed) ?? []);
    const probes = [...(isFirst ? [prober.countProbe(named)] : []), ...words, ...prober.probes(questions)];
    await Promise.all([prober.readVocabulary(questions), ask(probes, likely)]);
    if (isFirst && isNamed()) {
      planning = plan({ tolerant: false, spelling: 'off' });
      step = planning.next();
    } else if (!step.done) step = planning.next(prober.answers(questions));
  }
  return describeNamed(step.value as KeywordPlan);
}

function describeRecall({ state: { documents } }: OpenVersion, plan: KeywordPlan): RecallResult {
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
