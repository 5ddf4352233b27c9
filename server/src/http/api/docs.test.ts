import { expect, onTestFinished, test } from 'vitest';
import { testPortal } from '../../../test/portal/portal.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '#server/handlers/handler-of.ts';
import { buildApp } from '../app.ts';

async function opened(apiDocs: boolean) {
  const { world } = await testPortal({ template: 'empty' });
  const app = await buildApp({ world, handlerOf, identify, isConfirmed }, { trustedProxies: [], apiDocs });
  onTestFinished(() => app.close());
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  return { app, statusOf };
}

test('serves every file that the API documentation page links to', async () => {
  const { app, statusOf } = await opened(true);
  const page = await app.inject({ url: '/api/docs' });
  const named = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(named).toHaveLength(4);
  for (const address of [...named, '/api/v2/openapi.json']) expect(await statusOf(address)).toBe(200);
});

test('the API documentation can be switched off', async () => {
  const { statusOf } = await opened(false);
  for (const address of ['/api/docs', '/api/docs/swagger-ui-bundle.js', '/api/v2/openapi.json']) {
    expect(await statusOf(address)).toBe(404);
  }
});
