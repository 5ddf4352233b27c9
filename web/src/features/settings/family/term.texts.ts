import { dayText } from '#web/lib/text/format.ts';

/** When an access ends by itself: «Закроется 27 декабря в 00:00». */
export const closesText = (until: string, today: string): string => `Закроется ${dayText(until, today)} в\u00a000:00`;

/** The same for the other side of the share: «до 27 декабря, 00:00». */
export const openUntilText = (until: string, today: string): string => `${dayText(until, today)},\u00a000:00`;

export const NO_TERM = 'Открыт, пока вы не\u00a0закроете его сами';
