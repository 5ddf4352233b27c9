import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contentPolicy } from './headers.ts';
import { openApi } from './open-api.ts';

const require = createRequire(import.meta.url);
/** The ready-made files of Swagger UI; its Fastify plugin is not needed. */
const VIEWER = join(dirname(require.resolve('@fastify/swagger-ui')), 'static');

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kabinet API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" href="/api/docs/favicon-32x32.png">
<div id="viewer"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
`;

/** Groups calls by resource and shows examples; «Try it out» calls this server. */
const START = `SwaggerUIBundle({
  url: '/api/v2/openapi.json',
  dom_id: '#viewer',
  docExpansion: 'none',
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: -1,
});
`;

/** Swagger UI writes HTML without trusted types. */
const POLICY = contentPolicy({ 'require-trusted-types-for': undefined, 'trusted-types': undefined });

/** Serves the API documentation, for programs and for people; it is generated on the first request. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  let description: ReturnType<typeof openApi> | undefined;
  app.get('/api/v2/openapi.json', () => (description ??= openApi()));
  app.get('/api/docs', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  app.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  await app.register(fastifyStatic, { root: VIEWER, prefix: '/api/docs/', decorateReply: false, index: false });
}
