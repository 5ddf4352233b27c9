import type { FastifyInstance } from 'fastify';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call';
import { openApi } from './open-api.ts';

type Json = Record<string, unknown>;

/** The description of the API, for programs and for people; made when somebody first asks. */
export function registerDocs(app: FastifyInstance): void {
  let description: Json | undefined;
  let page: string | undefined;
  const described = () => (description ??= openApi());
  const drawn = () => (page ??= render(described()['paths'] as Record<string, Json>));
  app.get('/api/v2/openapi.json', described);
  app.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(drawn()));
  app.get('/api/docs.css', (_, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
}

const escaped = (text: unknown) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function render(paths: Record<string, Json>): string {
  const groups = Object.entries(contract).map(([group, calls]) => {
    const rows = (Object.values(calls) as Call[]).map((call) => callBlock(call, paths)).join('');
    return `<section id="${group}"><h2>${group}</h2>${rows}</section>`;
  });
  const links = Object.keys(contract).map((group) => `<li><a href="#${group}">${group}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kabinet API</title><link rel="stylesheet" href="/api/docs.css"></head><body>
<nav aria-label="Resources"><ul>${links.join('')}</ul></nav><main><h1>Kabinet API</h1>
<p>Base path <code>/api/v2</code>. For programs: <a href="/api/v2/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${groups.join('')}</main></body></html>`;
}

const ACCESS = { public: 'anybody', guest: 'guest or subscriber', subscriber: 'subscriber' };

function callBlock(call: Call, paths: Record<string, Json>): string {
  const path = call.path.slice('/v2'.length);
  const { parameters, requestBody, responses } = paths[path]?.[call.method.toLowerCase()] as Json;
  const isBuilt = !call.problems.includes('not_built');
  const part = (title: string, value: unknown) =>
    value === undefined || (Array.isArray(value) && value.length === 0)
      ? ''
      : `<h4>${title}</h4><pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
  return `<details><summary><b class="${call.method}">${call.method}</b> <code>${escaped(path)}</code>
<span>${escaped(call.summary)}${isBuilt ? '' : ' <em>501 for now</em>'}</span></summary>
<p>Access: ${ACCESS[call.access]}. ${call.effect === 'read' ? 'Reads.' : 'Changes.'}</p>
${part('Parameters', parameters)}${part('Body', requestBody)}${part('Responses', responses)}</details>`;
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:minmax(0,1fr)}
main{padding:1.5rem;max-width:60rem;min-width:0}
nav ul{list-style:none;margin:0;padding:1rem 1.5rem 0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
details{border-top:1px solid light-dark(#d5dbe2,#39424d);padding:.25rem 0}
summary{cursor:pointer;min-height:2rem;padding:.25rem 0;display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline}
summary b{min-width:4.25rem;font:600 .875rem ui-monospace,monospace}
summary span{color:light-dark(#47535f,#b3bec9)}
pre{overflow-x:auto;padding:1rem;border-radius:.5rem;background:light-dark(#f0f3f6,#171c22);font-size:.8125rem}
h4{margin:.5rem 0 0}
@media(min-width:64rem){body{grid-template-columns:15rem minmax(0,1fr)}nav{position:sticky;top:0;height:100vh;overflow:auto}nav ul{display:block;padding:1.5rem}}
`;
