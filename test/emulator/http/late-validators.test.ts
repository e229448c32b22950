import { expect, test } from 'vitest';
import { startFrame } from './frame.ts';

test('calls that come while the first check is still being compiled are each told what is wrong with them', async () => {
  const frame = await startFrame();
  const put = async (body: unknown) => {
    const answer = await fetch(`${frame.origin}/_brctl/clock`, { method: 'PUT', body: JSON.stringify(body) });
    return [answer.status, await answer.text()] as const;
  };
  try {
    for (let round = 0; round < 2; round++) {
      const [unknown, number, good] = await Promise.all([
        put({ nonsense: 1 }),
        put({ advanceMs: 'x' }),
        put({}),
      ]);
      expect(unknown[0]).toBe(400);
      expect(unknown[1]).toContain('additional properties');
      expect(number[0]).toBe(400);
      expect(number[1]).toContain('body/advanceMs must be number');
      expect(good[0]).toBe(200);
    }
  } finally {
    await frame.http.close();
  }
});
