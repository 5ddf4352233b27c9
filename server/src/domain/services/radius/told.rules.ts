/** What a device is told: name, operator, value, name, … as «name=value». */
export const toldAttributes = (triples: readonly string[] | null): string[] =>
  (triples ?? []).flatMap((name, place, all) => (place % 3 === 0 ? [`${name}=${all[place + 2] ?? ''}`] : []));
