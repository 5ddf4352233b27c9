const DAYS = ['Вс', 'Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб'] as const;

/** «Ср 25» of a day `2026-11-25`. */
export function weekdayText(day: string): string {
  const index = Math.floor(Date.parse(day) / 86_400_000 + 4) % 7;
  return `${DAYS[index] ?? ''}\u00a0${Number(day.slice(8))}`;
}
