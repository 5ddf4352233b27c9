import { z } from 'zod';
import { outsideClient, type OutsideClient } from '../outside-client.ts';
import type { NetworkLoad, PlaceLoad, LoadSpan } from './port.ts';

/** Places of the network, with a query for each: the JSON file `NETWORK_LOAD`. */
export const LoadFile = z.strictObject({
  places: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z\d-]{1,40}$/),
        kind: z.enum(['district', 'direction']),
        name: z.string().min(1).max(60),
        note: z.string().min(1).max(60).optional(),
        town: z.string().optional(),
        district: z.string().optional(),
        /** Mbit/s. */
        capacity_mbit: z.number().positive(),
        /** PromQL whose value is bits per second: one series, or the sum of them. */
        query: z.string().min(1),
      }),
    )
    .min(1)
    .max(50)
    .refine((places) => new Set(places.map(({ id }) => id)).size === places.length, 'id повторяется'),
});
export type LoadFile = z.output<typeof LoadFile>;

export interface PrometheusSettings {
  /** Without a slash at the end. */
  readonly url: string;
  /** The bearer token, if Prometheus stands behind a proxy that asks for one. */
  readonly token?: string;
  readonly file: LoadFile;
  /** Milliseconds for an answer. */
  readonly patience?: number;
}

type Place = LoadFile['places'][number];

/** How far back to look for the latest measurement of a silent place, and in which steps. */
const BACK_S = 6 * 3600;
const BACK_STEP_S = 60;

const Value = z.tuple([z.number(), z.string().transform(Number)]);
const answerOf = <Series extends z.ZodType>(series: Series) =>
  z.object({ status: z.literal('success'), data: z.object({ result: z.array(series) }) });
const Vector = answerOf(z.object({ value: Value }));
const Matrix = answerOf(z.object({ values: z.array(Value) }));

interface Measured {
  /** Seconds of the epoch. */
  readonly at: number;
  readonly bits: number;
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The load that Prometheus has collected. */
export function prometheusLoad({ url, token, file, patience }: PrometheusSettings): NetworkLoad {
  const client = outsideClient({
    baseUrl: url,
    headers: { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    decode: jsonOf,
    ...(patience !== undefined && { patience }),
  });
  const percentOf = ({ capacity_mbit: capacity }: Place, bits: number): number =>
    Math.round(Math.min(100, Math.max(0, bits / (capacity * 10_000))) * 10) / 10;
  const loadOf = async (place: Place, now: Date): Promise<PlaceLoad[]> => {
    const measured = (await latest(client, place.query, now)) ?? (await lastKnown(client, place.query, now));
    if (!measured) return [];
    const { at, bits } = measured;
    return [
      {
        placeId: place.id,
        percent: percentOf(place, bits),
        mbit: Math.round(bits / 1_000_000),
        at: new Date(at * 1000),
      },
    ];
  };
  return {
    places: file.places.map(({ id, kind, name, note = null, town = null, district = null }) => ({
      placeId: id,
      kind,
      name,
      note,
      town,
      district,
    })),
    now: async (now) => (await Promise.all(file.places.map((place) => loadOf(place, now)))).flat(),
    history: async (placeId, span) => {
      const place = file.places.find(({ id }) => id === placeId);
      if (!place) return [];
      const measured = await range(client, meanOf(place.query, span), {
        from: secondsOf(span.from),
        until: secondsOf(span.until),
        stepS: span.stepMinutes * 60,
      });
      return measured.map(({ at, bits }) => ({ at: new Date(at * 1000), percent: percentOf(place, bits) }));
    },
  };
}

/** The sum of what a query returns. Lines of its own, because a query may end with a comment. */
const sumOf = (query: string): string => `sum(\n${query}\n)`;

/** The mean of the step that ends at each point, so that a short peak neither hides nor fills it. */
const meanOf = (query: string, { stepMinutes }: LoadSpan): string =>
  `avg_over_time((${sumOf(query)})[${stepMinutes}m:${Math.max(1, Math.round(stepMinutes / 10))}m])`;

async function latest(client: OutsideClient, query: string, now: Date): Promise<Measured | undefined> {
  const { data } = await client.ask(Vector, {
    method: 'GET',
    path: 'api/v1/query',
    query: { query: sumOf(query), time: String(secondsOf(now)) },
    isRepeatable: true,
  });
  const [at, bits] = data.result[0]?.value ?? [];
  return at === undefined || bits === undefined || !Number.isFinite(bits) ? undefined : { at, bits };
}

/** The last measurement of a place that sends none now. */
async function lastKnown(client: OutsideClient, query: string, now: Date): Promise<Measured | undefined> {
  const until = secondsOf(now);
  return (await range(client, sumOf(query), { from: until - BACK_S, until, stepS: BACK_STEP_S })).at(-1);
}

async function range(
  client: OutsideClient,
  query: string,
  { from, until, stepS }: { readonly from: number; readonly until: number; readonly stepS: number },
): Promise<Measured[]> {
  const { data } = await client.ask(Matrix, {
    method: 'GET',
    path: 'api/v1/query_range',
    query: { query, start: String(from), end: String(until), step: String(stepS) },
    isRepeatable: true,
  });
  return (data.result[0]?.values ?? []).flatMap(([at, bits]) => (Number.isFinite(bits) ? [{ at, bits }] : []));
}
