import { useState } from 'preact/hooks';
import { FAULT_OPERATIONS } from '../../../protocol/fault-operations.ts';
import { drafts, Form, takeText } from '../parts/form.tsx';
import { EFFECTS, parseRule } from './fault-rules.ts';

export function NewRule({ onAdd }: { onAdd(rule: object): Promise<void> }) {
  const [draft] = useState(drafts.get('rule') ?? {});
  const [effect, setEffect] = useState(draft.effect ?? 'status');
  const example = EFFECTS[effect]?.example;
  return (
    <Form class="new-rule" draft="rule" onSend={(values) => onAdd(parseRule(values))}>
      <label>
        Operation
        <input name="operation" list="operations" defaultValue={draft.operation ?? 'get-search'} />
      </label>
      <datalist id="operations">
        {[...FAULT_OPERATIONS, 'sftp:*'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        Effect
        <select name="effect" value={effect} onChange={takeText((chosen) => setEffect(chosen))}>
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
          <input
            name="amount"
            key={effect}
            inputMode="numeric"
            defaultValue={effect === draft.effect ? draft.amount : example}
          />
        </label>
      )}
      <label>
        Times
        <input name="times" inputMode="numeric" placeholder="always" defaultValue={draft.times ?? '1'} />
      </label>
      <button type="submit" class="primary">
        Add
      </button>
    </Form>
  );
}
