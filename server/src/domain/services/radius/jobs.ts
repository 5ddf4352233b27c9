import { z } from 'zod';
import { periodicJob, type Job } from '#server/kernel/job/job.ts';

/** Makes what devices of access are told anew, for all services that RADIUS knows. */
export const renderRepliesJob: Job<Readonly<Record<never, never>>> = {
  name: 'render_replies',
  version: 1,
  payload: z.object({}),
  key: () => 'render_replies',
};

/** Each minute: services with another speed at night are told which one they have now. */
export const followNightJob = periodicJob('follow_night');

/** Each minute: passwords that routers have typed for services of which only a hash is kept are judged. */
export const sealTypedJob = periodicJob('seal_typed_passwords');

/** Each minute: sessions that still differ from what they should be are ordered again. */
export const orderDifferingJob = periodicJob('order_differing_sessions');

/** Each minute: closes services whose password is being guessed, and opens them after an hour. */
export const lockGuessedJob = periodicJob('lock_guessed_logins');
