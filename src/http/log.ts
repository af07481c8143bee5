import { pino } from 'pino';

/** Injection token of the {@link Logger}. */
export const LOGGER = Symbol('LOGGER');

/** Structured JSON log, one line an event. */
export type Logger = ReturnType<typeof pino>;

/** Makes the log. Credentials are cut out wherever a request is logged. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.headers.authorization'],
      remove: true,
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: undefined,
  });
}
