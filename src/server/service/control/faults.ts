import { createSeededRandom } from '../../../base/process/quick-random.ts';
import {
  type Fault,
  type FaultRule,
  type FaultRuleInput,
  matchesOperation,
  parseFaultRule,
} from './fault-rule.ts';

interface FaultRuleState extends FaultRule {
  id: string;
  calls: number;
  struck: number;
}

type ActiveRule = FaultRuleState & { random(): number };

/** Every operation asks `nextFault` once, with its name: HTTP by its route's, jobs as they start to run, SFTP by request. */
export class FaultRules {
  #rules: ActiveRule[] = [];

  list(): FaultRuleState[] {
    return this.#rules.map(({ random: _random, ...state }) => state);
  }

  /** `faults.set({ operation: 'put-products', status: 503, times: 2 })`. @throws Refusal naming what is wrong with a rule */
  set(...rules: readonly FaultRuleInput[]): void {
    this.replace(rules.map(parseFaultRule));
  }

  /** As `set`, with rules that are checked already; counts start again. */
  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule, index) => {
      const random = createSeededRandom(rule.seed);
      return { id: `rule-${index + 1}`, ...rule, calls: 0, struck: 0, random };
    });
  }

  clear(): void {
    this.#rules = [];
  }

  /** Counts the call on every matching rule and returns the fault of the first that fires: the same for the same calls. */
  nextFault(operation: string): Fault | null {
    let fault: Fault | null = null;
    for (const rule of this.#rules) {
      if (!matchesOperation(rule.operation, operation)) continue;
      if (checkConditions(rule) && fault === null) {
        rule.struck += 1;
        fault = rule.fault;
      }
    }
    return fault;
  }
}

function checkConditions(rule: ActiveRule): boolean {
  rule.calls += 1;
  // Drawn on every call, so that which calls are struck does not depend on the other conditions.
  const isDrawn = rule.random() < rule.probability;
  const isLeft = rule.times === null || rule.struck < rule.times;
  return isDrawn && isLeft && (rule.nth === null || rule.calls === rule.nth);
}
