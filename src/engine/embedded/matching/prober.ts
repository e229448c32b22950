import { planKeywords } from '../../keywords/plan-keywords.ts';
import type { Answers, KeywordPlan, Match, Questions } from '../../keywords/questions.ts';
import type { Recall } from '../../query/model.ts';
import type { KeywordContext, KeywordResult, Matches } from './matching.ts';
import { matchAll, scoreAll } from './matching.ts';
import { matchAtLeast } from './partial-matching.ts';

export function searchKeywords(context: KeywordContext, recall: Recall & { kind: 'keyword' }): KeywordResult {
  const prober = new EmbeddedProber(context);
  const plan = prober.run(planKeywords(recall, context.settings, context.viewId));
  const [first, second] = plan.tiers.map((tier) => prober.matches(tier));
  const found = second ?? first;
  if (found === undefined) throw new Error('a plan without a tier');
  const exact = second === undefined ? null : (first?.ids ?? null);
  return { ...found, plan, exact };
}

/** Answers the questions of the keyword policy at once; what was found to count it is the result in the end. */
class EmbeddedProber {
  readonly #context: KeywordContext;
  /** By the terms, whose list is the same from the question to the plan. */
  readonly #found = new Map<Match['terms'], Matches>();

  constructor(context: KeywordContext) {
    this.#context = context;
  }

  run(planning: Generator<Questions, KeywordPlan, Answers>): KeywordPlan {
    let step = planning.next();
    while (!step.done) step = planning.next(this.#answer(step.value));
    return step.value;
  }

  /** Nothing is looked up before somebody wants to know it. */
  #answer({ holding = [], count = [], near = [] }: Questions): Answers {
    const { postings, words } = this.#context;
    const matches = (match: Match) => this.matches(match);
    return {
      frequency: (word) => words.frequency(word),
      get holding() {
        return holding.map((term) => postings(term).count);
      },
      get count() {
        return count.map((match) => matches(match).ids.length);
      },
      get vocabulary() {
        return words.vocabulary;
      },
      get near() {
        return near.map((word) => words.findNear(word));
      },
    };
  }

  /** Taken from the query's scratch memory. */
  matches(match: Match): Matches {
    const found = this.#found.get(match.terms) ?? this.#match(match);
    this.#found.set(match.terms, found);
    return found;
  }

  #match(match: Match): Matches {
    const { snapshot, mask, postings } = this.#context;
    if (match.kind === 'some') return matchAtLeast(snapshot, match, postings, mask);
    const lists = match.terms.map(postings);
    return { ids: matchAll(snapshot, lists, mask), score: (ids) => scoreAll(snapshot, lists, ids) };
  }
}
