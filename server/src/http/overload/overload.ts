import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/kernel/call/problem.ts';
import { isUrgent } from '#server/kernel/call/urgent.ts';
import { callAt } from '../api/call-at.ts';
import { sendProblem } from '../api/problems.ts';
import { STAFF_STREAM } from '../staff/staff-stream.ts';
import { STREAM_ROUTE } from '../stream/stream.ts';
import { openAdmission, type Admission } from './admission.ts';

/** They stay open for hours. */
const STREAMS: readonly string[] = [STREAM_ROUTE, STAFF_STREAM];
/** As many at once are never too many, however slow the machine: a house that opens the cabinet, an office that begins its day. */
const LEAST = { urgent: 50, screens: 50, staff: 20 };
/** A person tries again after this, and so does a browser that has been refused a read. */
const LATER_SECONDS = 5;

type Room = keyof typeof LEAST;

/**
 * Refuses at once what would be answered too late. Those who pay or sign in, screens, and the staff are counted apart, so that a crowd in one
 * room fills no other. Money that a bank or a terminal brings is not refused here, nor are streams, files and health.
 */
export function registerOverload(app: FastifyInstance): void {
  const rooms: Readonly<Record<Room, Admission>> = {
    urgent: openAdmission(LEAST.urgent),
    screens: openAdmission(LEAST.screens),
    staff: openAdmission(LEAST.staff),
  };
  // After the limits of one client, and when the body is there: whoever sends it slowly takes no place meanwhile.
  app.addHook('preValidation', async (request, reply) => {
    const room = roomOf(request);
    if (!room) return;
    if (!rooms[room].enter())
      return sendProblem(request, reply, new Problem('overloaded', { retryAfter: LATER_SECONDS }));
    leavesOnce(reply, rooms[room]);
  });
}

function roomOf({ method, url, routeOptions }: FastifyRequest): Room | undefined {
  const route = routeOptions.url;
  if (route?.startsWith('/api/') !== true || STREAMS.includes(route)) return undefined;
  if (route.startsWith('/api/staff/')) return 'staff';
  const at = callAt(method, url);
  return at && isUrgent(at.call) ? 'urgent' : 'screens';
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
