import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { outdate } from '#web/api/use-call.ts';
import type { Figures, Progress, Server } from './measure.ts';
import type { Measurement } from './verdict.texts.ts';

export type Measuring =
  | { kind: 'idle' }
  | { kind: 'running'; progress: Progress }
  | { kind: 'saving'; figures: Figures }
  | { kind: 'done'; result: Measurement }
  /** Measured, but not saved: the figures are on the screen and can be sent again. */
  | { kind: 'unsaved'; figures: Figures }
  /** `isReached`: the server had answered before it failed. */
  | { kind: 'failed'; isReached: boolean };

export interface Subject {
  server: Server;
  userId: number | undefined;
  link: Measurement['link'];
}

const BEGIN: Progress = {
  phase: 'latency',
  mbit: undefined,
  latencyUs: undefined,
  jitterUs: undefined,
  downMbit: undefined,
  upMbit: undefined,
};

/** One measurement at a time; leaving the page stops it. */
export function useMeasuring() {
  const cache = useQueryClient();
  const [state, setState] = useState<Measuring>({ kind: 'idle' });
  const stopping = useRef(() => undefined as void);
  useEffect(() => () => stopping.current(), []);

  const keep = useCallback(
    async ({ server, userId, link }: Subject, key: string, figures: Figures) => {
      setState({ kind: 'saving', figures });
      try {
        const body = {
          key,
          server: server.server_id,
          link,
          ...figures,
          ...(userId !== undefined && { user_id: userId }),
        };
        const result = await send(contract.speedTest.save, { body });
        setState({ kind: 'done', result });
        await outdate(cache, ['speed-test']);
      } catch {
        setState({ kind: 'unsaved', figures });
      }
    },
    [cache],
  );

  // What was measured last, to be sent again with the same key.
  const last = useRef<(() => void) | undefined>(undefined);

  const start = useCallback(
    async (subject: Subject) => {
      setState({ kind: 'running', progress: BEGIN });
      const asked = new AbortController();
      stopping.current = () => {
        asked.abort();
      };
      let isReached = false;
      const fail = () => setState({ kind: 'failed', isReached });
      try {
        // A ticket lives ten minutes, the page may be open for longer.
        const [{ measure }, { ticket }] = await Promise.all([
          import('./measure.ts'),
          send(contract.speedTest.servers, {}, { signal: asked.signal }),
        ]);
        if (asked.signal.aborted) return;
        const key = crypto.randomUUID();
        stopping.current = measure(subject.server, ticket, {
          onProgress: (progress) => {
            isReached ||= progress.latencyUs !== undefined || progress.mbit !== undefined;
            setState({ kind: 'running', progress });
          },
          onFinish: (figures) => {
            last.current = () => void keep(subject, key, figures);
            last.current();
          },
          onFail: fail,
        });
      } catch {
        if (!asked.signal.aborted) fail();
      }
    },
    [keep],
  );

  const stop = useCallback(() => {
    stopping.current();
    setState({ kind: 'idle' });
  }, []);
  const keepAgain = useCallback(() => last.current?.(), []);
  return { state, start, stop, keepAgain };
}
