import SpeedTest, { type MeasurementConfig } from '@cloudflare/speedtest';
import type { contract, Wire } from '#web/api/contract.ts';

export type Server = Wire<typeof contract.speedTest.servers>['servers'][number];
export type Phase = 'latency' | 'download' | 'upload';

/** Figures of a finished measurement, in the units of the contract. */
export interface Figures {
  down_kbit: number;
  up_kbit: number;
  latency_us: number;
  jitter_us: number;
  down_latency_us: number | null;
  up_latency_us: number | null;
}

/** What is known so far. */
export interface Progress {
  phase: Phase;
  /** The last reading of the phase, Mbit/s; undefined in the phase of latency. */
  mbit: number | undefined;
  latencyUs: number | undefined;
  jitterUs: number | undefined;
  downMbit: number | undefined;
  upMbit: number | undefined;
}

/** Sizes grow until a request takes a second: 3 MB are enough for 20 Mbit/s, 100 MB for a gigabit. */
const MEASUREMENTS: MeasurementConfig[] = [
  { type: 'latency', numPackets: 1 },
  { type: 'download', bytes: 1e5, count: 1, bypassMinDuration: true },
  { type: 'latency', numPackets: 20 },
  { type: 'download', bytes: 3e5, count: 3 },
  { type: 'download', bytes: 1e6, count: 4 },
  { type: 'download', bytes: 3e6, count: 3 },
  { type: 'download', bytes: 1e7, count: 3 },
  { type: 'download', bytes: 3e7, count: 3 },
  { type: 'download', bytes: 1e8, count: 3 },
  { type: 'upload', bytes: 1e5, count: 3 },
  { type: 'upload', bytes: 1e6, count: 3 },
  { type: 'upload', bytes: 3e6, count: 3 },
  { type: 'upload', bytes: 1e7, count: 3 },
  { type: 'upload', bytes: 3e7, count: 2 },
  { type: 'upload', bytes: 1e8, count: 2 },
];
const LONG_ENOUGH_MS = 1000;
const PHASES: Partial<Record<string, Phase>> = { latency: 'latency', download: 'download', upload: 'upload' };

interface Heard {
  onProgress: (progress: Progress) => void;
  onFinish: (figures: Figures) => void;
  onFail: () => void;
}

const mbitOf = (bps: number | null | undefined): number | undefined =>
  typeof bps === 'number' ? bps / 1e6 : undefined;
const microseconds = (ms: number | null | undefined): number | undefined =>
  typeof ms === 'number' ? Math.round(ms * 1000) : undefined;
/** Microseconds of delay under load; null when the line was never busy long enough to measure it. */
const ofBusyLine = (ms: number | undefined): number | null => {
  const us = microseconds(ms) ?? 0;
  return us > 0 ? us : null;
};

/** Measures against a server of the provider; nothing is sent anywhere else. Returns a function that stops it. */
export function measure(server: Server, ticket: string, { onProgress, onFinish, onFail }: Heard): () => void {
  const address = (path: string): string => `${server.url}/${path}?ticket=${encodeURIComponent(ticket)}`;
  const engine = new SpeedTest({
    autoStart: false,
    downloadApiUrl: address('down'),
    uploadApiUrl: address('up'),
    measurements: MEASUREMENTS,
    bandwidthFinishRequestDuration: LONG_ENOUGH_MS,
    // Otherwise the library reports results to its maker.
    logAimApiUrl: null,
    logMeasurementApiUrl: null,
  });
  let isStopped = false;
  engine.onResultsChange = ({ type }) => {
    const phase = PHASES[type];
    if (isStopped || phase === undefined) return;
    const { results } = engine;
    const points = phase === 'upload' ? results.getUploadBandwidthPoints() : results.getDownloadBandwidthPoints();
    onProgress({
      phase,
      mbit: phase === 'latency' ? undefined : mbitOf(points.at(-1)?.bps),
      latencyUs: microseconds(results.getUnloadedLatency()),
      jitterUs: microseconds(results.getUnloadedJitter()),
      downMbit: mbitOf(results.getDownloadBandwidth()),
      upMbit: mbitOf(results.getUploadBandwidth()),
    });
  };
  engine.onFinish = (results) => {
    if (isStopped) return;
    const [down, up, latency] = [
      results.getDownloadBandwidth(),
      results.getUploadBandwidth(),
      results.getUnloadedLatency(),
    ];
    if (down === undefined || up === undefined || latency === undefined) onFail();
    else
      onFinish({
        down_kbit: Math.round(down / 1000),
        up_kbit: Math.round(up / 1000),
        latency_us: microseconds(latency) ?? 0,
        jitter_us: microseconds(results.getUnloadedJitter()) ?? 0,
        down_latency_us: ofBusyLine(results.getDownLoadedLatency()),
        up_latency_us: ofBusyLine(results.getUpLoadedLatency()),
      });
  };
  engine.onError = () => {
    if (isStopped) return;
    stop();
    onFail();
  };
  const stop = (): void => {
    isStopped = true;
    engine.pause();
  };
  engine.play();
  return stop;
}
