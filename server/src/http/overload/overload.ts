import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '#server/kernel/call/problem.ts';
import { sendProblem } from '../api/problems.ts';
import { STAFF_STREAM } from '../staff/staff-stream.ts';
import { STREAM_ROUTE } from '../stream/stream.ts';
import { openAdmission, type Admission } from './admission.ts';

/** They stay open for hours. */
const STREAMS: readonly string[] = [STREAM_ROUTE, STAFF_STREAM];
/** As many at once are never too many, however slow the machine: a house that opens the cabinet, an office that begins its day. */
const LEAST = { subscribers: 50, staff: 20 };
/** A person tries again after this; browsers repeat a read by themselves. */
const LATER_SECONDS = 5;

/**
 * Refuses at once what would be answered too late. Subscribers and staff are counted apart: reads of the staff wait in a line of their own. Money
 * that a bank or a terminal brings is not refused here, nor are streams, files and health.
 */
export function registerOverload(app: FastifyInstance): void {
  const [subscribers, staff] = [openAdmission(LEAST.subscribers), openAdmission(LEAST.staff)];
  // After the limits of one client, and when the body is there: whoever sends it slowly takes no place meanwhile.
  app.addHook('preValidation', async (request, reply) => {
    const { url } = request.routeOptions;
    if (url?.startsWith('/api/') !== true || STREAMS.includes(url)) return;
    const admission = url.startsWith('/api/staff/') ? staff : subscribers;
    if (!admission.enter())
      return sendProblem(request, reply, new Problem('overloaded', { retryAfter: LATER_SECONDS }));
    leavesOnce(reply, admission);
  });
}

/** Whoever goes away without waiting leaves, too: then a reply is closed and never finished. */
function leavesOnce({ raw }: FastifyReply, admission: Admission): void {
  let isInside = true;
  const leave = () => {
    if (isInside) admission.leave();
    isInside = false;
  };
  raw.once('finish', leave);
  raw.once('close', leave);
}
