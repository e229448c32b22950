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

interface ActiveRule {
  state: FaultRuleState;
  random: () => number;
}

/** Every operation asks `nextFault` once, with its name: HTTP by its route's, jobs as they start to run, SFTP by request. */
export class FaultRules {
  #rules: ActiveRule[] = [];

  list(): FaultRuleState[] {
    return this.#rules.map(({ state }) => ({ ...state }));
  }

  /** `faults.set({ operation: 'put-products', status: 503, times: 2 })`. @throws Refusal naming what is wrong with a rule */
  set(...rules: readonly FaultRuleInput[]): void {
    this.replace(rules.map(parseFaultRule));
  }

  /** As `set`, with rules that are checked already; counts start again. */
  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule, at) => ({
      state: { id: `rule-${at + 1}`, ...rule, calls: 0, struck: 0 },
      random: createSeededRandom(rule.seed),
    }));
  }

  clear(): void {
    this.#rules = [];
  }

  /** Counts the call on every matching rule and returns the fault of the first that fires: the same for the same calls. */
  nextFault(operation: string): Fault | null {
    let fault: Fault | null = null;
    for (const rule of this.#rules) {
      if (!matchesOperation(rule.state.operation, operation)) continue;
      if (strikes(rule) && fault === null) {
        rule.state.struck += 1;
        fault = rule.state.fault;
      }
    }
    return fault;
  }
}

function strikes({ state, random }: ActiveRule): boolean {
  state.calls += 1;
  // Drawn on every call, so that which calls are struck does not depend on the other conditions.
  const drawn = random();
  if (state.times !== null && state.struck >= state.times) return false;
  if (state.nth !== null && state.calls !== state.nth) return false;
  return drawn < state.probability;
}
