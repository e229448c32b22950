import { expect, test } from 'vitest';
import { hasRoute } from '../../../src/server/http/route.ts';
import { ROUTES } from '../../../src/server/http/routes.ts';

test('a process that only searches has every search, widget and suggestion, and no load', () => {
  const service = ROUTES.filter(({ area }) => area !== 'control');
  const has = service.filter((route) => hasRoute('search', route)).map(({ operation }) => operation);
  expect(has).toEqual([
    'get-search',
    'get-suggest',
    'get-widget',
    'get-pathways-widget',
    'get-visual-widget',
    'post-visual-upload',
    'get-merchant-widgets',
  ]);
  const control = ROUTES.filter((route) => route.area === 'control' && hasRoute('search', route)).map(
    ({ path }) => path,
  );
  expect(control).toContain('/_brctl/ready');
  expect(control).not.toContain('/_brctl/reset');
  expect(control).not.toContain('/_brctl/jobs');
});

test.each(['all', 'ingest'] as const)('role %s has everything', (role) => {
  expect(ROUTES.every((route) => hasRoute(role, route))).toBe(true);
});
