import { useEffect, useState } from 'preact/hooks';
import { pathOf } from '../frame/address.ts';
import { type ClockState, noteClock } from '../frame/clock-badge.tsx';
import { listen } from '../frame/live.ts';
import { call } from '../frame/service.ts';
import { Failure } from '../parts/badges.tsx';
import { Button, typed } from '../parts/button.tsx';
import { byteSize } from '../parts/format.ts';
import { IdForm } from '../parts/id-form.tsx';
import { Dim, Gap, Toolbar } from '../parts/layout.tsx';
import { EFFECTS, type Effect, type FaultRule, newRule, OTHER_OPERATIONS, sameRule } from './fault-rules.ts';

interface Snapshot {
  name: string;
  bytes: number;
  created_at: string;
}

interface Controls {
  rules: FaultRule[];
  clock: ClockState;
  snapshots: Snapshot[];
}

type Act = (change: () => Promise<unknown>) => Promise<void>;

/** What goes wrong on purpose, what time it is, and states to go back to. */
export function FaultsTab() {
  const [state, setState] = useState<Controls>();
  const [failure, setFailure] = useState('');
  const reload = async () => {
    const [{ rules }, clock, { snapshots }] = await Promise.all([
      call<{ rules: FaultRule[] }>('faults'),
      call<ClockState>('clock'),
      call<{ snapshots: Snapshot[] }>('snapshots'),
    ]);
    noteClock(clock);
    setState({ rules, clock, snapshots });
  };
  const act: Act = async (change) => {
    try {
      await change();
      setFailure('');
      await reload();
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  useEffect(() => {
    void act(async () => undefined);
    // How often a rule struck changes with the calls.
    return listen((events) => {
      if (events.some(({ type }) => type === 'stats' || type === 'resync')) void act(async () => undefined);
    });
  }, []);
  return (
    <div class="page scrolls whole">
      {failure !== '' && <Failure message={failure} />}
      {state !== undefined && (
        <div class="controls">
          <Rules rules={state.rules} act={act} />
          <div class="column">
            <Clock clock={state.clock} act={act} />
            <Snapshots snapshots={state.snapshots} act={act} />
          </div>
        </div>
      )}
    </div>
  );
}

function Rules({ rules, act }: { rules: readonly FaultRule[]; act: Act }) {
  const replace = (next: readonly Record<string, unknown>[]) =>
    act(() => call('faults', { method: 'PUT', body: { rules: next } }));
  return (
    <section class="card form" aria-label="Fault rules">
      <Toolbar>
        <h2>Faults</h2>
        <Gap />
        {rules.length > 0 && (
          <Button onClick={() => void act(() => call('faults', { method: 'DELETE' }))}>Remove all</Button>
        )}
      </Toolbar>
      {rules.length === 0 && <p class="muted">No fault rules.</p>}
      {rules.length > 0 && (
        <ul class="plain-list rules">
          {rules.map((rule) => (
            <li key={rule.id}>
              <span>
                <b class="mono">{rule.operation}</b>{' '}
                <span class="mono muted wrap">
                  {Object.entries({ ...rule.fault, nth: rule.nth, times: rule.times })
                    .filter(([, value]) => value !== null)
                    .map(([name, value]) => `${name} ${String(value)}`)
                    .join(' · ')}
                </span>
              </span>
              <span class="figures muted">
                {rule.struck} of {rule.calls} calls hit
              </span>
              <Button
                class="quiet"
                aria-label={`Remove the rule for ${rule.operation}`}
                onClick={() => void replace(rules.filter((other) => other !== rule).map(sameRule))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewRule onAdd={(rule) => replace([...rules.map(sameRule), rule])} />
    </section>
  );
}

function NewRule({ onAdd }: { onAdd(rule: Record<string, unknown>): Promise<void> }) {
  const [operation, setOperation] = useState('get-search');
  const [effect, setEffect] = useState<Effect>('status');
  const [amount, setAmount] = useState('503');
  const [times, setTimes] = useState('1');
  const [operations, setOperations] = useState(OTHER_OPERATIONS);
  useEffect(() => {
    void call<{ paths: Record<string, Record<string, { operationId: string; tags: string[] }>> }>(
      'openapi.json',
    ).then(({ paths }) => {
      const all = Object.values(paths).flatMap((methods) => Object.values(methods));
      const ids = all.filter(({ tags }) => !tags.includes('control')).map(({ operationId }) => operationId);
      setOperations([...ids, ...OTHER_OPERATIONS]);
    });
  }, []);
  const { example } = EFFECTS[effect];
  return (
    <form
      class="new-rule"
      onSubmit={(event) => {
        event.preventDefault();
        void onAdd(newRule(operation, effect, amount, times));
      }}
    >
      <label>
        Operation
        <input list="operations" value={operation} onInput={typed(setOperation)} />
      </label>
      <datalist id="operations">
        {operations.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        What happens
        <select
          value={effect}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Effect;
            setEffect(chosen);
            setAmount(EFFECTS[chosen].example);
          }}
        >
          {Object.entries(EFFECTS).map(([name, { words }]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {example !== '' && (
        <label>
          How much
          <input inputMode="numeric" value={amount} onInput={typed(setAmount)} />
        </label>
      )}
      <label>
        How often
        <input inputMode="numeric" placeholder="always" value={times} onInput={typed(setTimes)} />
      </label>
      <button type="submit" class="primary">
        Add
      </button>
    </form>
  );
}

const STEPS = [
  ['+ 1 hour', 3_600_000],
  ['+ 1 day', 86_400_000],
  ['+ 30 days', 2_592_000_000],
] as const;

function Clock({ clock, act }: { clock: ClockState; act: Act }) {
  const put = (body: unknown) => void act(() => call('clock', { method: 'PUT', body }));
  return (
    <section class="card form" aria-label="Clock">
      <h2>Clock</h2>
      <p class="clock-time">
        {clock.now.slice(0, 10)} <b>{clock.now.slice(11, 19)}</b> UTC{' '}
        {clock.frozen && <span class="mark busy">frozen</span>}
      </p>
      <Toolbar>
        {STEPS.map(([name, advanceMs]) => (
          <Button key={name} onClick={() => put({ advanceMs })}>
            {name}
          </Button>
        ))}
        <Button onClick={() => put({ freeze: !clock.frozen })}>
          {clock.frozen ? 'Let it run' : 'Freeze'}
        </Button>
        <Button onClick={() => put({ reset: true })}>Back to now</Button>
      </Toolbar>
    </section>
  );
}

function Snapshots({ snapshots, act }: { snapshots: readonly Snapshot[]; act: Act }) {
  const go = (path: string, method: 'PUT' | 'DELETE' | 'POST', body?: unknown) =>
    void act(() => call(path, { method, ...(body !== undefined && { body }) }));
  const reset = (snapshot?: string) => {
    const what = snapshot === undefined ? 'empty' : `“${snapshot}”`;
    if (confirm(`Reset to ${what}? This deletes the current data.`))
      go('reset', 'POST', snapshot === undefined ? {} : { snapshot });
  };
  return (
    <section class="card form" aria-label="Snapshots">
      <Toolbar>
        <h2>Snapshots</h2>
        <Gap />
        <Button onClick={() => reset()}>Reset to empty</Button>
      </Toolbar>
      {snapshots.length === 0 && (
        <p class="muted">No snapshots. A snapshot saves catalogs, jobs and files for a later restore.</p>
      )}
      <ul class="plain-list rules">
        {snapshots.map((each) => (
          <li key={each.name}>
            <b>{each.name}</b>
            <Dim>
              {byteSize(each.bytes)} · {each.created_at.slice(0, 16).replace('T', ' ')}
            </Dim>
            <span>
              <Button class="quiet" onClick={() => reset(each.name)}>
                Go back
              </Button>
              <Button class="quiet" onClick={() => go(`snapshots/${each.name}`, 'DELETE')}>
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <IdForm
        label="Name of a new snapshot"
        hint="before-the-sale"
        button="Save"
        onSend={(name) => go(pathOf('snapshots', name), 'PUT')}
      />
    </section>
  );
}
