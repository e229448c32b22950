import { useState } from 'preact/hooks';
import { call } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { Form, takeText } from '../parts/form.tsx';
import { EFFECTS, parseRule } from './fault-rules.ts';

/** Operations that no path of the HTTP description names. */
const OTHER_OPERATIONS = [
  'job:ingest-full',
  'job:ingest-delta',
  'job:index-update',
  'sftp:*',
  'sftp:connect',
  'sftp:open',
  'sftp:write',
];

interface ApiDescription {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

async function listOperations(signal: AbortSignal): Promise<string[]> {
  const { paths } = await call<ApiDescription>('openapi.json', { signal });
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  return all.filter(({ tags }) => !tags.includes('control')).map(({ operationId }) => operationId);
}

export function NewRule({ onAdd }: { onAdd(rule: object): Promise<void> }) {
  const [effect, setEffect] = useState('status');
  const { answer: operations = [] } = useFetch(listOperations, []);
  const example = EFFECTS[effect]?.example;
  return (
    <Form class="new-rule" onSend={(values) => onAdd(parseRule(values))}>
      <label>
        Operation
        <input name="operation" list="operations" defaultValue="get-search" />
      </label>
      <datalist id="operations">
        {[...operations, ...OTHER_OPERATIONS].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        Effect
        <select name="effect" onChange={takeText((chosen) => setEffect(chosen))}>
          {Object.entries(EFFECTS).map(([name, { words }]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {example !== undefined && (
        <label>
          Value
          <input name="amount" key={effect} inputMode="numeric" defaultValue={example} />
        </label>
      )}
      <label>
        Times
        <input name="times" inputMode="numeric" placeholder="always" defaultValue="1" />
      </label>
      <button type="submit" class="primary">
        Add
      </button>
    </Form>
  );
}
