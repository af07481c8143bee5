import { pino } from 'pino';

/** Injection token of the {@link Logger}. */
export const LOGGER = Symbol('LOGGER');

/** Structured JSON log, one line per event. */
export type Logger = ReturnType<typeof pino>;

/** Creates the log. Credentials are removed wherever a request is logged. */
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

const REMOVED = '[removed]';
/** Form of a credential, wherever it occurs: one of our tokens, or a JWT. */
const CREDENTIAL = /\bmds_[0-9A-Za-z]{20,}|\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g;
/** Names of query parameters that hold one. */
const SECRET_NAME = /token|secret|password|authorization|api_?key/i;

/**
 * Returns a URL as it may be logged: the service refuses a credential in it, but the client has sent it and the log
 * must not keep it.
 */
export function withoutSecrets(url: string): string {
  const safeUrl = url.replace(CREDENTIAL, REMOVED);
  const mark = safeUrl.indexOf('?');
  if (mark < 0) return safeUrl;
  const pairs = safeUrl
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return SECRET_NAME.test(decode(name)) ? `${name}=${REMOVED}` : pair;
    });
  return `${safeUrl.slice(0, mark)}?${pairs.join('&')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
