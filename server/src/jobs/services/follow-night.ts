import type { World } from '#server/kernel/world.ts';

/** The job `follow_night`, each minute, by the provider's own clock. */
export async function followNight({ outside, clock, provider: { time_zone: zone }, log }: World): Promise<void> {
  const turned = (await outside.deviceOrders?.followNight(minuteIn(zone, clock.now()))) ?? 0;
  if (turned > 0) log.info({ turned }, 'services have another speed at night, or have it no more');
}

function minuteIn(zone: string, moment: Date): number {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
