import { type DestinationStream, pino } from 'pino';

/** Injection token of the {@link Logger}. */
export const LOGGER = Symbol('LOGGER');

/** Structured JSON log, one line per event. */
export type Logger = ReturnType<typeof pino>;

/** Most text that waits while standard output takes nothing, bytes; further lines are lost. */
const LARGEST_BACKLOG = 4 * 1024 * 1024;

/** Creates the log. Credentials are removed wherever a request is logged. */
export function createLogger(level: string): Logger {
  const settings = {
    level,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.headers.authorization'],
      remove: true,
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: undefined,
  };
  return pino(settings, standardOutput());
}

/** Standard output for the log. Lines that cannot be written, as on a full disk, wait for the next one. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: process.stdout.fd, maxLength: LARGEST_BACKLOG });
  output.on('error', () => {
    // At the exit, it would try again until there is room, and the process would hang.
    output.flushSync = () => undefined;
  });
  return output;
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
