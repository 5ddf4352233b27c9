import { pino, type Logger } from 'pino';
import { standardOutput } from '#server/kernel/log-output.ts';

/** Logs one JSON line per event, in UTC; removes fields that may hold secrets or personal data. */
export function openLog(level: string): Logger {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.access_token',
        '*.otp',
        '*.authorization',
        '*.cookie',
        'err.parameters',
        'err.detail',
      ],
      censor: '***',
    },
    serializers: { err: pino.stdSerializers.err },
  };
  return pino(settings, standardOutput);
}
