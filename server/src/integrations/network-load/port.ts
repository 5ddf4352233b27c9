/** A part of the network whose load is known: a district of a town, or a channel to other networks. */
export interface LoadPlace {
  readonly placeId: string;
  readonly kind: 'district' | 'direction';
  readonly name: string;
  /** A short note: «412 домов», «два пути». */
  readonly note: string | null;
  /** The town of a district, and the district as addresses name it; without a district, the whole town. */
  readonly town: string | null;
  readonly district: string | null;
}

export interface LoadPoint {
  readonly at: Date;
  /** How much of the capacity is taken, 0–100. */
  readonly percent: number;
}

export interface PlaceLoad {
  readonly placeId: string;
  readonly percent: number;
  /** Megabits per second. */
  readonly mbit: number;
  /** When it was measured: it may be long ago. */
  readonly at: Date;
}

/** The source of the load of the provider's network. */
export interface NetworkLoad {
  /** In the order in which they are shown. */
  readonly places: readonly LoadPlace[];
  /** The latest measurement of each place; a place that has none is left out. */
  now(now: Date): Promise<readonly PlaceLoad[]>;
  /** Mean load of a place by steps, oldest first; a step without measurements is left out. */
  history(placeId: string, span: LoadSpan): Promise<readonly LoadPoint[]>;
}

export interface LoadSpan {
  readonly from: Date;
  readonly until: Date;
  readonly stepMinutes: number;
}
