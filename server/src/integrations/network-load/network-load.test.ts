import { describe, expect, test } from 'vitest';
import { prometheusEmulator, type Sample } from '../../../test/emulators/prometheus.ts';
import { generatedLoad } from './generator.ts';
import type { NetworkLoad } from './port.ts';
import { prometheusLoad, type LoadFile } from './prometheus.ts';
import { rememberedLoad } from './remembered.ts';

const NOW = new Date('2026-11-20T10:05:00Z');
const NOW_S = NOW.getTime() / 1000;
const MINUTE_S = 60;
/** Milliseconds: more than a busy machine needs, and as long as a test can wait for a silent server. */
const PATIENCE = 10_000;
const SHORT_PATIENCE = 300;

const FILE: LoadFile = {
  places: [
    {
      id: 'west',
      kind: 'district',
      name: 'Запад',
      note: '10 домов',
      town: 'Город',
      capacity_mbit: 1000,
      query: 'west',
    },
    { id: 'moscow', kind: 'direction', name: 'Канал в Москву', capacity_mbit: 10_000, query: 'moscow' },
  ],
};

/** A sample each minute of the last two days: 400 Mbit/s in the west, 2 Gbit/s to Moscow. */
const samples = (bits: number, until = NOW_S): Sample[] =>
  Array.from({ length: 2 * 24 * 60 }, (_, index) => [until - index * MINUTE_S, bits] as const).toReversed();

async function prometheus(series: ReadonlyMap<string, readonly Sample[]>, patience = PATIENCE) {
  const emulator = await prometheusEmulator(series);
  return { ...emulator, load: prometheusLoad({ url: emulator.url, file: FILE, patience }) };
}

const usual = (patience?: number) =>
  prometheus(
    new Map([
      ['west', samples(400e6)],
      ['moscow', samples(2e9)],
    ]),
    patience,
  );

const generated = (): NetworkLoad =>
  generatedLoad([
    {
      placeId: 'west',
      kind: 'district',
      name: 'Запад',
      note: '10 домов',
      town: 'Город',
      district: null,
      capacityMbit: 1000,
      lowest: 5,
      highest: 80,
    },
    {
      placeId: 'moscow',
      kind: 'direction',
      name: 'Канал в Москву',
      note: null,
      town: null,
      district: null,
      capacityMbit: 10_000,
      lowest: 20,
      highest: 90,
    },
  ]);

describe.each([
  ['built-in', () => Promise.resolve(generated())],
  ['Prometheus', async () => (await usual()).load],
] as const)('%s', (_, make) => {
  test('names the places in the order of the settings', async () => {
    const { places } = await make();
    expect(places.map(({ placeId, kind, name, note, town }) => [placeId, kind, name, note, town])).toEqual([
      ['west', 'district', 'Запад', '10 домов', 'Город'],
      ['moscow', 'direction', 'Канал в Москву', null, null],
    ]);
  });

  test('tells the load of each place now, within its capacity', async () => {
    const loads = await (await make()).now(NOW);
    expect(loads.map(({ placeId, at }) => [placeId, at])).toEqual([
      ['west', NOW],
      ['moscow', NOW],
    ]);
    for (const { percent, mbit, placeId } of loads) {
      expect(percent).toBeGreaterThan(0);
      expect(percent).toBeLessThanOrEqual(100);
      expect(mbit / (placeId === 'west' ? 1000 : 10_000)).toBeCloseTo(percent / 100, 2);
    }
  });

  test('tells a day by half hours, each by its end, and nothing of a place that it does not have', async () => {
    const load = await make();
    const from = new Date('2026-11-19T20:30:00Z');
    const points = await load.history('west', { from, until: NOW, stepMinutes: 30 });
    expect(points).toHaveLength(28);
    expect(points[0]?.at).toEqual(from);
    expect(points.at(-1)?.at).toEqual(new Date('2026-11-20T10:00:00Z'));
    expect(points.every(({ percent }) => percent >= 0 && percent <= 100)).toBe(true);
    expect(await load.history('nowhere', { from, until: NOW, stepMinutes: 30 })).toEqual([]);
  });
});

test('built-in: the same moment has the same load, and the evening is busier than the hour before dawn', async () => {
  const at = async (time: string) => (await generated().now(new Date(time)))[0]?.percent ?? 0;
  expect(await at('2026-11-20T17:00:00Z')).toBe(await at('2026-11-20T17:00:00Z'));
  expect(await at('2026-11-20T17:00:00Z')).toBeGreaterThan(3 * (await at('2026-11-20T01:00:00Z')));
});

describe('Prometheus', () => {
  test('counts percent of the capacity, and sums what a query returns', async () => {
    const { load, asked } = await usual();
    expect((await load.now(NOW)).map(({ percent, mbit }) => [percent, mbit])).toEqual([
      [40, 400],
      [20, 2000],
    ]);
    expect(asked).toContain('/api/v1/query sum(\nwest\n)');
    expect(asked).toHaveLength(2);
  });

  test('a silent place keeps its last measurement with its own time; one without any is left out', async () => {
    const { load } = await prometheus(new Map([['west', samples(400e6, NOW_S - 40 * MINUTE_S)]]));
    const [west, ...others] = await load.now(NOW);
    expect(others).toEqual([]);
    expect(west?.percent).toBe(40);
    const ageMinutes = (NOW.getTime() - (west?.at.getTime() ?? 0)) / 60_000;
    expect(ageMinutes).toBeGreaterThan(30);
    expect(ageMinutes).toBeLessThanOrEqual(40);
  });

  test('gets a query as the settings write it, whatever letters it has, and never a name of a place', async () => {
    const query = `rate(if_bits{street="пр-т «Мира» 1/2 & \\"A+B\\" #7", house=~'{1,2}%41'}[5m]) # west; all of it`;
    const evil = { town: '"} or vector(9e9) or up{x="', district: '{}[]()\\', name: 'up"}) or (1', note: '#' };
    const emulator = await prometheusEmulator(new Map([['if_bits', samples(400e6)]]));
    const places = [{ ...FILE.places[0]!, ...evil, query }];
    const load = prometheusLoad({ url: emulator.url, file: { places }, patience: PATIENCE });
    expect((await load.now(NOW)).map(({ percent }) => percent)).toEqual([40]);
    const from = new Date(NOW.getTime() - 3_600_000);
    expect(await load.history('west', { from, until: NOW, stepMinutes: 30 })).not.toEqual([]);
    // A comment ends with its line, so the brackets around the query are closed.
    expect(emulator.asked).toEqual([
      `/api/v1/query sum(\n${query}\n)`,
      `/api/v1/query_range avg_over_time((sum(\n${query}\n))[30m:3m])`,
    ]);
    expect(load.places[0]).toMatchObject(evil);
  });

  test.each([
    ['does not answer', { isSilent: true }],
    ['is down', { isDown: true }],
    ['answers nonsense', { isMad: true }],
  ])('that %s is unavailable', async (_, fault) => {
    const { load, faults } = await usual(SHORT_PATIENCE);
    Object.assign(faults, fault);
    await expect(load.now(NOW)).rejects.toMatchObject({ code: 'outside_unavailable' });
  });
});

describe('what is remembered', () => {
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

  test('many ask, and Prometheus is asked once in ten seconds', async () => {
    const { load, asked } = await usual();
    const remembered = rememberedLoad(load);
    await Promise.all([remembered.now(NOW), remembered.now(NOW), remembered.now(later(9))]);
    expect(asked).toHaveLength(2);
    await remembered.now(later(20));
    expect(asked).toHaveLength(4);
  });

  test('what was measured is told with its time while Prometheus is down, but not for ever', async () => {
    const { load, faults } = await usual();
    const remembered = rememberedLoad(load);
    await remembered.now(NOW);
    faults.isDown = true;
    expect((await remembered.now(later(600))).map(({ percent, at }) => [percent, at])).toEqual([
      [40, NOW],
      [20, NOW],
    ]);
    await expect(remembered.now(later(7 * 3600))).rejects.toMatchObject({ code: 'outside_unavailable' });
  });
});
