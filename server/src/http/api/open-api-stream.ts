import { OUTDATED_BY } from '@kabinet/contract/kernel/call/outdates';
import { problems, type ProblemCode } from '@kabinet/contract/kernel/problem';

const RESOURCES = [...new Set(Object.values(OUTDATED_BY).flat())].toSorted();

const ABOUT = `Server-sent events; the connection stays open. \`EventSource\` cannot send the token, so read a \`fetch\`.

| event | data | what to do |
| - | - | - |
| \`hello\` | \`{}\` | the stream has begun |
| \`outdated\` | \`Outdated\` | ask anew the answers of these resources: the first part of addresses |
| \`gap\` | \`{}\` | nobody knows what was missed: ask everything anew |
| \`load\` | the answer of \`/network/load\` | only with \`load=1\`, every ten seconds |
| \`network\` | \`{}\` | only with \`load=1\`: failures or works of the network have changed |
| \`end\` | \`{"why":"restart"}\` | the server ends the stream |

A block that has only an \`id\` is a sign of life, within twenty seconds. Send the last \`id\` as \`Last-Event-ID\` to learn what was missed. A session has two streams; whoever does not read 32 KB is cut.`;

const OUTDATED = {
  type: 'object',
  required: ['at', 'kinds', 'outdates', 'messages'],
  properties: {
    at: { type: 'string', format: 'date-time', description: 'When the server heard of it, UTC' },
    kinds: { type: 'array', items: { type: 'string', enum: Object.keys(OUTDATED_BY) } },
    outdates: { type: 'array', items: { type: 'string', enum: RESOURCES } },
    messages: {
      type: 'array',
      items: { type: 'integer' },
      description: 'New messages of `/notice/get-messages`',
    },
  },
};

const EXAMPLE =
  'retry: 5000\nid: 4711\nevent: hello\ndata: {}\n\n' +
  'id: 4712\nevent: outdated\ndata: {"at":"2026-11-20T10:05:00.000Z","kinds":["order"],"outdates":["support","notice"],"messages":[]}\n\n';

const REFUSALS: readonly ProblemCode[] = ['unauthorized', 'other_contract', 'too_many_requests', 'overloaded'];

const query = (name: string, about: string, schema: object) => ({
  name,
  in: 'query',
  required: false,
  description: about,
  schema,
});

/** The stream of events (decision 0102), which is not a call of the table. */
export const streamOfEvents = (general: readonly ProblemCode[]): object => ({
  get: {
    operationId: 'event.stream',
    tags: ['event'],
    summary: 'What happens to the contract, as it happens',
    description: ABOUT,
    parameters: [
      query('age', 'How old the data of the client are, milliseconds: what happened since is told at once', {
        type: 'string',
        pattern: String.raw`^\d{1,9}$`,
      }),
      query('load', 'Also the load of the network; with it a guest may listen, too', { type: 'string', enum: ['1'] }),
      { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
      { name: 'X-Contract', in: 'header', required: false, schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: 'The stream. The schema is that of the data of `outdated`.',
        content: { 'text/event-stream': { schema: OUTDATED, example: EXAMPLE } },
      },
      ...Object.fromEntries(
        REFUSALS.map((code) => {
          const { status } = problems[code as keyof typeof problems];
          const known = general.some((one) => problems[one as keyof typeof problems].status === status);
          return [status, known ? { $ref: `#/components/responses/Status${status}` } : refusalOf(code)];
        }),
      ),
    },
  },
});

const refusalOf = (code: ProblemCode): object => ({
  description: `\`${code}\`: ${problems[code as keyof typeof problems].text}`,
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: { [code]: { $ref: `#/components/examples/${code}` } },
    },
  },
});
