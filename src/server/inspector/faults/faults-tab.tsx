import { useState } from 'preact/hooks';
import { formatBytes } from '../../../base/wording/amounts.ts';
import type { ClockState, SnapshotState } from '../../../protocol/control-documents.ts';
import { joinPath } from '../frame/address.ts';
import { hear } from '../frame/live.ts';
import { call } from '../frame/service.ts';
import { isOfControl, useFetch } from '../frame/use-fetch.ts';
import { Failure, Loading } from '../parts/badges.tsx';
import { Button, IdForm } from '../parts/form.tsx';
import { formatDayAndTime } from '../parts/format.ts';
import { Muted, Table, Toolbar } from '../parts/layout.tsx';
import { type FaultRule, toNewRule } from './fault-rules.ts';
import { NewRule } from './new-rule.tsx';

/** Makes a control call that changes something; what went wrong is shown. */
type Act = (path: string, method: 'PUT' | 'POST' | 'DELETE', body?: unknown) => Promise<void>;

/** Fault rules, the clock, and snapshots. */
export function FaultsTab() {
  const [refusal, setRefusal] = useState<string>();
  const { answer, failure } = useFetch(
    async (signal) => {
      const [{ rules }, clock, { snapshots }] = await Promise.all([
        call<{ rules: FaultRule[] }>('faults', { signal }),
        call<ClockState>('clock', { signal }),
        call<{ snapshots: SnapshotState[] }>('snapshots', { signal }),
      ]);
      return { rules, clock, snapshots };
    },
    [],
    isOfControl,
  );
  if (answer === undefined) return <Loading failure={failure} />;
  const act: Act = async (path, method, body) => {
    try {
      await call(path, { method, body });
      setRefusal(undefined);
    } catch (error) {
      setRefusal((error as Error).message);
    }
    hear({ type: 'stats', data: {} });
  };
  return (
    <div class="page">
      {refusal !== undefined && <Failure message={refusal} />}
      <div class="columns wide">
        <Rules rules={answer.rules} act={act} />
        <div class="stack">
          <Clock clock={answer.clock} act={act} />
          <Snapshots snapshots={answer.snapshots} act={act} />
        </div>
      </div>
    </div>
  );
}

function Rules({ rules, act }: { rules: readonly FaultRule[]; act: Act }) {
  const replace = (next: readonly object[]) => act('faults', 'PUT', { rules: next });
  return (
    <section class="card stack" aria-label="Fault rules">
      <Toolbar>
        <h2>Faults</h2>
        <span class="grow" />
        {rules.length > 0 && <Button onClick={() => void act('faults', 'DELETE')}>Remove all</Button>}
      </Toolbar>
      {rules.length === 0 ? (
        <p class="muted">No fault rules.</p>
      ) : (
        <Table
          label="Rules"
          rows={rules.map((rule) => [
            <>
              <b class="mono">{rule.operation}</b>{' '}
              <span class="mono muted wrap">
                {Object.entries({
                  ...rule.fault,
                  nth: rule.nth,
                  times: rule.times,
                  probability: rule.probability,
                })
                  .filter(([name, value]) => value !== null && !(name === 'probability' && value === 1))
                  .map(([name, value]) => `${name} ${String(value)}`)
                  .join(' · ')}
              </span>
            </>,
            <Muted key="struck">
              {rule.struck} of {rule.calls} calls hit
            </Muted>,
            <Button
              key="remove"
              class="quiet"
              aria-label={`Remove the rule for ${rule.operation}`}
              onClick={() => void replace(rules.filter((other) => other !== rule).map(toNewRule))}
            >
              Remove
            </Button>,
          ])}
        />
      )}
      <NewRule onAdd={(rule) => replace([...rules.map(toNewRule), rule])} />
    </section>
  );
}

const STEPS = [
  ['+ 1 hour', 3_600_000],
  ['+ 1 day', 86_400_000],
  ['+ 30 days', 2_592_000_000],
] as const;

function Clock({ clock, act }: { clock: ClockState; act: Act }) {
  const put = (body: unknown) => void act('clock', 'PUT', body);
  return (
    <section class="card stack" aria-label="Clock">
      <h2>Clock</h2>
      <p class="clock-time figures">
        {clock.now.slice(0, 10)} <b>{clock.now.slice(11, 19)}</b> UTC{' '}
        {clock.frozen && <span class="mark busy">frozen</span>}
      </p>
      <Toolbar>
        {STEPS.map(([name, advanceMs]) => (
          <Button key={name} onClick={() => put({ advanceMs })}>
            {name}
          </Button>
        ))}
        <Button onClick={() => put({ freeze: !clock.frozen })}>{clock.frozen ? 'Unfreeze' : 'Freeze'}</Button>
        <Button onClick={() => put({ reset: true })}>Reset clock</Button>
      </Toolbar>
    </section>
  );
}

function Snapshots({ snapshots, act }: { snapshots: readonly SnapshotState[]; act: Act }) {
  const reset = (snapshot?: string) => {
    const what = snapshot === undefined ? 'empty' : `“${snapshot}”`;
    if (confirm(`Reset to ${what}? This deletes the current data.`)) void act('reset', 'POST', { snapshot });
  };
  return (
    <section class="card stack" aria-label="Snapshots">
      <Toolbar>
        <h2>Snapshots</h2>
        <span class="grow" />
        <Button onClick={() => reset()}>Reset to empty</Button>
      </Toolbar>
      {snapshots.length === 0 ? (
        <p class="muted">No snapshots. A snapshot saves catalogs, jobs and files for a later restore.</p>
      ) : (
        <Table
          label="Snapshots"
          rows={snapshots.map(({ name, bytes, created_at: created }) => [
            <b key="name">{name}</b>,
            <Muted key="size">
              {formatBytes(bytes)} · {formatDayAndTime(created)}
            </Muted>,
            <>
              <Button class="quiet" onClick={() => reset(name)}>
                Restore
              </Button>
              <Button class="quiet" onClick={() => void act(joinPath('snapshots', name), 'DELETE')}>
                Delete
              </Button>
            </>,
          ])}
        />
      )}
      <IdForm
        label="Name of a new snapshot"
        hint="before-the-sale"
        button="Save"
        onSend={(name) => act(joinPath('snapshots', name), 'PUT')}
      />
    </section>
  );
}
