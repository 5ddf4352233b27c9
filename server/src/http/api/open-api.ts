import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { isOperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { allProblems, GENERAL_PROBLEMS, problems, type ProblemCode } from '@kabinet/contract/kernel/problem';
import { exampleOf } from './example.ts';
import { shared } from './open-api-shared.ts';
import { streamOfEvents } from './open-api-stream.ts';

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
  description: codes.map((code) => `\`${code}\`: ${allProblems[code].text}`).join('\n\n'),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

function problemExample(code: ProblemCode): Json {
  const { status, text } = allProblems[code];
  return { type: 'about:blank', title: STATUS_CODES[status], status, code, message: text, request_id: REQUEST_ID };
}

const byStatus = (codes: readonly ProblemCode[]): Partial<Record<string, ProblemCode[]>> =>
  Object.groupBy(codes, (code) => `Status${allProblems[code].status}`);

const headersOf = ({ headers }: Call): Json =>
  headers === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
        ),
      };

function responses(call: Call, general: ReturnType<typeof byStatus>): Json {
  const own = byStatus(call.problems);
  const refusals: Json = {};
  for (const name of Object.keys({ ...general, ...own })) {
    const said = own[name];
    refusals[name.slice('Status'.length)] = said
      ? refusal([...(general[name] ?? []), ...said])
      : { $ref: `#/components/responses/${name}` };
  }
  return {
    200: { description: 'The answer', ...headersOf(call), content: jsonOf(wireSchema(call.result)) },
    ...refusals,
  };
}

const CONFIRMED =
  'Only within five minutes after a sign-in or `auth.confirm`; otherwise `confirmation_required`: confirm, then repeat the request.';

/** Documents who may make a call. */
function accessOf(call: Call): Json {
  if (call.access === 'public') return { security: [] };
  if (call.access === 'guest') return { description: 'A guest token is enough.' };
  if (!isOperatorCall(call)) return call.confirm ? { description: CONFIRMED } : {};
  const { words, help } = call.command;
  return { description: `Command \`${words}\`: ${help}.`, 'x-roles': call.roles };
}

function operation(group: string, name: string, call: Call, general: ReturnType<typeof byStatus>): Json {
  const body = wireSchema(call.body);
  const hasBody =
    call.method !== 'GET' && (!isEmpty(body) || body['anyOf'] !== undefined || body['additionalProperties'] !== false);
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    ...accessOf(call),
    parameters: parameters(call),
    ...(hasBody && { requestBody: { required: true, content: jsonOf(body) } }),
    responses: responses(call, general),
  };
}

/** The audience of an API description. */
export interface Audience {
  readonly title: string;
  readonly about: string;
  readonly table: object;
  readonly version: string;
  /** Under `/api`; all paths of the table begin with it. */
  readonly base: string;
  readonly generalProblems: readonly ProblemCode[];
  readonly codes: readonly string[];
  readonly headers: Json;
  /** Operations that are served besides the calls of the table. */
  readonly more: Json;
  /** What proves the caller, one of them. */
  readonly security: Json;
}

export const VALUES =
  'Money is a decimal string of roubles, a day is `YYYY-MM-DD` of the provider’s zone, a moment is ISO 8601.';

export const IDEMPOTENCY: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
    description: 'The same key with the same request gives the stored reply for 24 hours; with another request 422.',
  },
};

const SUBSCRIBERS: Audience = {
  title: 'Kabinet',
  about: `Self-service portal of a provider. ${VALUES}`,
  table: contract,
  version: '2',
  base: '/v2',
  generalProblems: GENERAL_PROBLEMS,
  codes: Object.keys(problems),
  more: { '/event/stream': streamOfEvents(GENERAL_PROBLEMS) },
  headers: IDEMPOTENCY,
  security: { bearer: { type: 'http', scheme: 'bearer' } },
};

/** The subscriber's contract as OpenAPI 3.1, generated from it, so it is never out of date. */
export const openApi = (): Json => described(SUBSCRIBERS);

/** The description of an API of one audience, made of its table. */
export function described(audience: Audience): Json {
  const { title, about, table, version, base, generalProblems, codes, headers, more, security } = audience;
  const general = byStatus(generalProblems);
  const paths: Record<string, Json> = {};
  for (const [group, calls] of Object.entries(table) as [string, Record<string, Call>][]) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.slice(base.length);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(group, name, call, general) };
    }
  }
  const { operations, named } = shared(paths);
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' }, description: about },
    servers: [{ url: `/api${base}` }],
    security: Object.keys(security).map((name) => ({ [name]: [] })),
    tags: [...Object.keys(table), ...(Object.keys(more).length > 0 ? ['event'] : [])].map((name) => ({ name })),
    paths: { ...operations, ...more },
    components: {
      securitySchemes: security,
      parameters: headers,
      responses: Object.fromEntries(Object.entries(general).map(([name, some]) => [name, refusal(some ?? [])])),
      examples: Object.fromEntries(
        (codes as readonly ProblemCode[]).map((code) => [code, { value: problemExample(code) }]),
      ),
      schemas: { Problem: problemSchema(codes), ...named },
    },
  };
}

const problemSchema = (codes: readonly string[]): Json => ({
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'request_id'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: codes },
    message: { type: 'string', description: 'Russian; says what to do' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    request_id: { type: 'string', description: 'What the subscriber reads out to support' },
  },
});
