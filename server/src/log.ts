import { pino, type Logger } from 'pino';

/** One JSON line an event, UTC; what could carry a secret or a person's data is cut out. */
export function openLog(level: string): Logger {
  return pino({
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
  });
}
