import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLoaders } from 'cosmiconfig';
import { execa } from 'execa';
import { type Machine, root } from '../docs/machine.ts';

interface Step {
  id?: string;
  name: string;
  if?: string;
  shell: string;
  env?: Record<string, string>;
  run: string;
}

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

export const action = defaultLoaders['.yaml'](
  'action.yml',
  readFileSync(path.join(root, 'action.yml'), 'utf8'),
) as Action;

/** What a job sees of the action. */
export interface ActionRun {
  /** `Plan 0`: each step that ran, with its exit code. */
  codes: string[];
  isGreen: boolean;
  outputs: Record<string, string>;
  log: string;
  summary: string;
  /** Variables that later steps of the job would have. */
  variables: string;
  /** The runner's folder for files of the job. */
  temp: string;
}

/** Runs the steps of action.yml as GitHub does: each by bash, with its condition and variables from the expressions. */
export async function runAction(
  machine: Machine,
  given: Record<string, string>,
  event: object = {},
): Promise<ActionRun> {
  const job = path.join(machine.env.HOME ?? '', `job-${Date.now()}-${Math.random()}`);
  const temp = path.join(job, 'temp');
  mkdirSync(temp, { recursive: true });
  const files = { GITHUB_ENV: 'env', GITHUB_STEP_SUMMARY: 'summary', GITHUB_EVENT_PATH: 'event' };
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, path.join(job, file)]));
  for (const file of Object.values(paths)) writeFileSync(file, '');
  writeFileSync(paths.GITHUB_EVENT_PATH ?? '', JSON.stringify(event));
  const expressions = new Expressions(given);
  const codes: string[] = [];
  let log = '';
  let isGreen = true;
  for (const [index, step] of action.runs.steps.entries()) {
    if (!isGreen && !step.if?.includes('always()')) continue;
    if (step.if !== undefined && !expressions.holds(step.if)) continue;
    const output = path.join(job, `output-${index}`);
    writeFileSync(output, '');
    const variables = Object.entries(step.env ?? {}).map(([name, value]) => [name, expressions.fill(value)]);
    const { exitCode, all } = await execa(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      {
        cwd: machine.cwd,
        env: {
          ...machine.env,
          ...paths,
          GITHUB_OUTPUT: output,
          GITHUB_ACTIONS: 'true',
          CI: 'true',
          RUNNER_TEMP: temp,
          ...Object.fromEntries(variables),
        },
        extendEnv: false,
        reject: false,
        all: true,
      },
    );
    expressions.addOutputs(step.id ?? '', readFileSync(output, 'utf8'));
    codes.push(`${step.name} ${exitCode}`);
    log += `${all}\n`;
    if (exitCode !== 0) isGreen = false;
  }
  const text = (name: string) => (existsSync(name) ? readFileSync(name, 'utf8') : '');
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, expressions.fill(value)]);
  return {
    codes,
    isGreen,
    outputs: Object.fromEntries(outputs),
    log,
    summary: text(paths.GITHUB_STEP_SUMMARY ?? ''),
    variables: text(paths.GITHUB_ENV ?? ''),
    temp,
  };
}

/** The expressions that action.yml uses: terms, `||`, `&&`, `==`, `!=` and `always()`. */
class Expressions {
  readonly #inputs: Record<string, string>;
  readonly #outputs = new Map<string, string>();

  constructor(given: Record<string, string>) {
    const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value]);
    this.#inputs = { ...Object.fromEntries(defaults), ...given };
  }

  addOutputs(step: string, text: string): void {
    for (const line of text.split('\n')) {
      const [, name, value = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) this.#outputs.set(`${step}.${name}`, value);
    }
  }

  fill(text: string): string {
    return text.replace(/\$\{\{(.*?)\}\}/g, (_all, expression: string) => {
      const values = expression.split('||').map((term) => this.#value(term));
      return values.find((value) => value !== '') ?? '';
    });
  }

  holds(condition: string): boolean {
    return condition.split('&&').every((part) => {
      if (part.trim() === 'always()') return true;
      const [, left = '', operator, right = ''] = /^(.+?) (==|!=) (.+)$/.exec(part.trim()) ?? [];
      return (this.#value(left) === this.#value(right)) === (operator === '==');
    });
  }

  #value(term: string): string {
    const name = term.trim();
    if (name.startsWith("'")) return name.slice(1, -1);
    if (name === 'github.action_path') return root.replace(/\/$/, '');
    const [, input] = /^inputs\.([\w-]+)$/.exec(name) ?? [];
    if (input !== undefined && input in this.#inputs) return this.#inputs[input] ?? '';
    const [, step, output] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(name) ?? [];
    if (step === undefined) throw new Error(`no such expression: ${name}`);
    return this.#outputs.get(`${step}.${output}`) ?? '';
  }
}
