import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call';
import { GENERAL_PROBLEMS, problems, type ProblemCode } from '@kabinet/contract/kernel/problem';
import { exampleOf } from './example.ts';

type Json = Record<string, unknown>;

const REQUEST_ID = '0191d3c0-0000-7000-8000-000000000002';

/** The schema of a value as sent over HTTP, not as a handler holds it: money is a string. */
export function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: keepLost,
  }) as Json;
  return json;
}

/** Restores defaults and examples, which Zod omits when a value is sent in another form than a handler holds. */
function keepLost({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const examples = z.globalRegistry.get(zodSchema)?.['examples'];
  if (examples) jsonSchema.examples = examples as unknown[];
}

const jsonOf = (schema: Json): Json => ({ 'application/json': { schema, example: exampleOf(schema) } });

const isEmpty = (schema: Json) => Object.keys((schema['properties'] as Json | undefined) ?? {}).length === 0;

function parameters(call: Call): Json[] {
  return [
    ...parametersIn('path', wireSchema(call.params)),
    ...parametersIn('query', wireSchema(call.query)),
    ...(call.effect === 'change' && call.method !== 'GET' && call.access !== 'public'
      ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
      : []),
  ];
}

function parametersIn(place: 'path' | 'query', schema: Json): Json[] {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: shape,
    example: exampleOf(shape),
  }));
}

const refusal = (codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${problems[code].text}`).join('\n\n'),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
    },
  },
});

function problemExample(code: ProblemCode): Json {
  const { status, text } = problems[code];
  return { type: 'about:blank', title: STATUS_CODES[status], status, code, message: text, request_id: REQUEST_ID };
}

const byStatus = (codes: readonly ProblemCode[]): Partial<Record<string, ProblemCode[]>> =>
  Object.groupBy(codes, (code) => `Status${problems[code].status}`);

const GENERAL = byStatus(GENERAL_PROBLEMS);

function responses(call: Call): Json {
  const own = byStatus(call.problems);
  const refusals: Json = {};
  for (const name of Object.keys({ ...GENERAL, ...own })) {
    const said = own[name];
    refusals[name.slice('Status'.length)] = said
      ? refusal([...(GENERAL[name] ?? []), ...said])
      : { $ref: `#/components/responses/${name}` };
  }
  const isBuilt = !call.problems.includes('not_built');
  return {
    ...(isBuilt && {
      200: { description: 'The answer', content: jsonOf(wireSchema(call.result)) },
    }),
    ...refusals,
  };
}

function operation(group: string, name: string, call: Call): Json {
  const body = wireSchema(call.body);
  const hasBody =
    call.method !== 'GET' && (!isEmpty(body) || body['anyOf'] !== undefined || body['additionalProperties'] !== false);
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    ...(call.access === 'public' ? { security: [] } : {}),
    ...(call.access === 'guest' ? { description: 'A guest token is enough.' } : {}),
    parameters: parameters(call),
    ...(hasBody && { requestBody: { required: true, content: jsonOf(body) } }),
    responses: responses(call),
  };
}

/** The contract as OpenAPI 3.1, generated from it, so it is never out of date. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const path = call.path.slice('/v2'.length);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(group, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kabinet',
      version: '2',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Self-service portal of a provider. Money is a decimal string of roubles, a day is `YYYY-MM-DD` of the provider’s zone, a moment is ISO 8601.',
    },
    servers: [{ url: '/api/v2' }],
    security: [{ bearer: [] }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
          description:
            'The same key with the same request gives the stored reply for 24 hours; with another request 422.',
        },
      },
      responses: Object.fromEntries(Object.entries(GENERAL).map(([name, codes]) => [name, refusal(codes ?? [])])),
      schemas: { Problem: PROBLEM },
    },
  };
}

const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'request_id'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string', description: 'Russian; says what to do' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    request_id: { type: 'string', description: 'What the subscriber reads out to support' },
  },
};
