import { expect, test } from 'vitest';
import { hasRoute } from '../../../../src/server/http/access/check-role.ts';
import { CONTROL_ROUTES } from '../../../../src/server/http/control/control-routes.ts';
import { ROUTES } from '../../../../src/server/http/routes/routes.ts';

test('a process that only searches has every search, widget and suggestion, and no load', () => {
  const has = ROUTES.filter((route) => hasRoute('search', route)).map(({ operation }) => operation);
  expect(has).toEqual([
    'get-search',
    'get-suggest',
    'get-widget',
    'get-pathways-widget',
    'get-visual-widget',
    'post-visual-upload',
    'get-merchant-widgets',
  ]);
  const control = CONTROL_ROUTES.filter((route) => hasRoute('search', route)).map(({ path }) => path);
  expect(control).toContain('/_brctl/ready');
  expect(control).not.toContain('/_brctl/reset');
  expect(control).not.toContain('/_brctl/jobs');
});

test.each(['all', 'ingest'] as const)('role %s has everything', (role) => {
  expect([...ROUTES, ...CONTROL_ROUTES].every((route) => hasRoute(role, route))).toBe(true);
});
