interface Measured {
  readonly link: 'cable' | 'wifi' | 'unknown';
  readonly down_kbit: number;
}

/** The share of the plan's speed that a measurement must reach; protocol headers take the rest. */
const AS_PROMISED = 0.9;

/** What a measurement says of the line. Only a cable can prove that it is slow; a high speed proves that it is not, by whatever way. */
export type SpeedVerdict = 'faster' | 'as_promised' | 'slow' | 'unproved';

export function speedVerdict({ link, down_kbit: kbit }: Measured, planMbit: number): SpeedVerdict {
  const plan = planMbit * 1000;
  if (kbit > plan) return 'faster';
  if (kbit >= plan * AS_PROMISED) return 'as_promised';
  return link === 'cable' ? 'slow' : 'unproved';
}

/**
 * The measurement that proves most of the line's state: the slowest by cable that no later measurement has refuted, then the last
 * one as promised, then the slowest by air. The measurements are in order, newest first.
 */
export function bestProof<M extends Measured>(measured: readonly M[], planMbit: number): M | undefined {
  const verdicts = measured.map((one) => speedVerdict(one, planMbit));
  const fast = verdicts.findIndex((verdict) => verdict === 'faster' || verdict === 'as_promised');
  const later = fast === -1 ? measured : measured.slice(0, fast);
  return slowest(later.filter((_, index) => verdicts[index] === 'slow')) ?? measured[fast] ?? slowest(measured);
}

const slowest = <M extends Measured>(measured: readonly M[]): M | undefined =>
  measured.toSorted((a, b) => a.down_kbit - b.down_kbit)[0];
