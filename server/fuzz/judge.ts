import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { allCalls, contract } from '@kabinet/contract';
import { matchGet } from '@kabinet/contract/kernel/pages/address';
import type { Call } from '@kabinet/contract/kernel/call/call';
import {
  allProblems,
  GENERAL_PROBLEMS,
  problems,
  type ProblemBody,
  type ProblemCode,
} from '@kabinet/contract/kernel/problem';
import { STAFF_PROBLEMS } from '#server/http/staff/staff-open-api.ts';

/** What is wrong with a reply; undefined if it is as promised. */
export type ReplyFault = string | undefined;

const isRussian = (text: unknown): boolean => typeof text === 'string' && /[а-яё]/i.test(text);

/** A call may fail with 501 or 503; any other 5xx is a bug. */
const isOurs = (status: number): boolean => status >= 500 && status !== 501 && status !== 503;

/** Checks a call's reply: the promised result, or a declared refusal. */
export function faultOfCall(call: Call, reply: LightMyRequestResponse): ReplyFault {
  const general = call.path.startsWith('/staff/') ? STAFF_PROBLEMS : GENERAL_PROBLEMS;
  if (reply.statusCode >= 400) return faultOfRefusal(reply, [...general, ...call.problems]);
  if (reply.statusCode !== 200) return `answered ${reply.statusCode}`;
  const told: unknown = reply.json();
  return call === contract.byDefault.index ? faultOfBatch(told) : faultOfResult(call, told);
}

function faultOfResult(call: Call, told: unknown): ReplyFault {
  const { error } = call.result.safeParse(told);
  return error && `${call.path} broke its promise: ${z.prettifyError(error)}`;
}

/** Each part must be a result of the call that it names. */
function faultOfBatch(told: unknown): ReplyFault {
  return Object.entries(told as object)
    .map(([path, part]) => {
      const named = matchGet(allCalls, path);
      return named ? faultOfResult(named.call, part) : `answered ${path}, which is no call`;
    })
    .find((fault) => fault !== undefined);
}

type Problem = Partial<ProblemBody>;

const isProblem = (reply: LightMyRequestResponse): boolean =>
  String(reply.headers['content-type']).startsWith('application/problem+json');

function faultOfRefusal(reply: LightMyRequestResponse, declared: readonly ProblemCode[]): ReplyFault {
  if (!isProblem(reply)) return `a refusal of ${String(reply.headers['content-type'])}`;
  const told = reply.json<Problem>();
  const code = declared.find((one) => one === told.code);
  if (isOurs(reply.statusCode) || code === 'unexpected') return 'a mistake of ours';
  if (code === undefined) return `an undeclared problem, ${String(told.code)}`;
  if (allProblems[code].status !== reply.statusCode || told.status !== reply.statusCode)
    return 'another status than its code’s';
  return faultOfWords(told);
}

function faultOfWords({ message, errors = [], request_id }: Problem): ReplyFault {
  if (!isRussian(message)) return `a message that is not Russian: ${String(message)}`;
  const foreign = errors.find((one) => !isRussian(one.message));
  if (foreign) return `a message that is not Russian: ${foreign.message}`;
  return request_id === undefined ? 'no id of the request' : undefined;
}

const ALL_CODES = Object.keys(problems) as ProblemCode[];

/**
 * Checks the reply of a page, a gate or a file: a refusal must be one of ours, a page in Russian, or an empty reply to
 * a stranger.
 */
export function faultOfAddress(reply: LightMyRequestResponse): ReplyFault {
  const { statusCode: status, headers, body } = reply;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no headers of security';
  if (isOurs(status)) return 'a mistake of ours';
  if (status < 400 || body === '')
    return status === 200 && isTemporary(body) ? 'a payment agent is asked to repeat' : undefined;
  return isProblem(reply) ? faultOfRefusal(reply, ALL_CODES) : faultOfPage(body);
}

/** The gate's reply to a failure of ours. */
const isTemporary = (body: string): boolean => /<(?:result|CODE)>1</.test(body);

const faultOfPage = (body: string): ReplyFault => (isRussian(body) ? undefined : 'a refusal that is not Russian');
