/*
 * Every bound in wall-clock time that a test asserts: those where the time is the promise, in milliseconds, each with
 * its reason and with room for a machine that has other work. Everything else waits for a condition until a hang
 * is certain (`STEP` of faults/rounds.ts), and asserts no time.
 */

/** Every request is answered within this, whatever it is (S9). */
export const ANSWER = 5_000;

/** The costliest body uses no more of the event loop's thread, in processor time: others wait that long for it (N3). */
export const LIVE_BESIDE_BODIES = 100;

/** Requests that need no database are answered at once, whatever happens to it or to other requests (R3, R7, S11). */
export const UNAFFECTED = 2_000;

/** 99 of 100 requests next to a greedy caller are answered within this, or five times their time without it (N1). */
export const BESIDE_GREED = 50;

/**
 * A bound as it applies on a machine on which a bare server's slowest answer at the same moments took `bare` ms: a good
 * one answers within 50 ms, and what five such answers take longer is the machine's time, not the service's.
 */
export const beside = (bound: number, bare: number): number => bound + 5 * Math.max(0, bare - 50);

/** The process reports that it is alive while its database is frozen (R3). */
export const LIVE = 500;

/** A revoked token is trusted for five seconds at most (S3); half a second is for the clocks of two processes. */
export const REVOCATION = 5_000 + 500;

/** Retry-After counts seconds, rounded up: two of them last no longer (S19). */
export const TWO_SECONDS = 2_000 + 250;

/** A stream of events sends something every 15 seconds, so that proxies keep it open; as much again is room. */
export const HEARTBEAT = 15_000 + 15_000;

/** When no connection of the pool becomes free for three seconds, a request that waits for one is refused (R7). */
export const CONNECTION_WAIT = 3_000 + 7_000;

/** A statement of a request is cancelled after twenty seconds (R8). */
export const STATEMENT = 20_000 + 15_000;

/** A silent database is given up after 25 seconds, plus three for a connection and one more (R3). */
export const SILENT_DATABASE = 29_000;

/** Requests to a frozen database are answered soon after the freeze, because nothing waits in line for longer (R3). */
export const AFTER_FROST = 4_000;

/** Readiness waits for the database for five seconds at most (R3). */
export const READINESS = 5_000 + 500;

/** A silently lost path to the database is noticed within this: no request waits longer for it (F1). */
export const SILENT_LOSS = 5_000;

/** Every kind of request succeeds again within this once the path to the database is back (F1). */
export const SILENT_LOSS_RECOVERY = 10_000;

/**
 * An export begins within a second while another token's streams are not read (N2), or within five times its time
 * without them, ms.
 */
export const exportBeside = (alone: readonly number[]): number => Math.max(1_000, 5 * Math.max(...alone));

/**
 * First success after the database accepts connections again: well below the time at which a person would restart (R2).
 */
export const RECOVERY = 10_000;

/** Writes go on with the promoted standby, and no request waits longer for it (F3). */
export const FAILOVER = 5_000;

/** A read goes to the primary when its replica hangs: the watch notices within seconds (R16). */
export const REPLICA_WATCH = 10_000;

/** A write through one worker is seen through the others: they are notified at once (R17). */
export const NOTIFICATION = 5_000;

/**
 * /metrics is answered before a scraper gives up, also while a worker hangs, for which 2.5 s are waited; or within five
 * times the slowest answer without such trouble more, ms.
 */
export const scrapeBeside = (before: number): number => Math.max(3_000, 2_500 + 5 * before);

/** From the last answer to the exit: far below the 75 s of a kept-alive socket (R5). */
export const EXIT = 10_000;

/** A stream ends this long after its token was revoked: far below the minute after which a reader who stalls is cut off. */
export const REVOKED_STREAM = 25_000;

/** A request whose body is not whole is cut off this long after SIGTERM (R5). */
export const BODY_AT_CLOSING = 10_000;

/** A bound of work on a machine that gives it such a share of an idle core (`shareOfProcessor`). */
export const withShare = (bound: number, share: number): number => bound / share;

/**
 * From the database's first answer to readiness, and to the exit of a refused start; on an idle machine 2 s and 5 s
 * (R4).
 */
export const START = 30_000;

/** First start of the embedded database, initdb included; on an idle machine up to 3 s. */
export const FIRST_START = 30_000;

/** Later starts of the embedded database, also after a crash; on an idle machine half a second (R14). */
export const LATER_START = 10_000;

/**
 * The embedded database is restarted by the processes that watch it (R14): they check every second, and the start takes
 * one more; if such starts have just taken the given ms, up to four times what they took beyond half a second. Pauses
 * between repeated attempts come on top.
 */
export const repairBeside = (starts: readonly number[]): number =>
  1_500 + Math.max(1_000, ...starts.map((duration) => 4 * duration - 1_000));

/**
 * A normal read after many clients left in the middle of theirs (R8), or within five times the slowest before they
 * came, ms.
 */
export const readAfterLeavers = (before: number): number => Math.max(2_000, 5 * before);

/** A body that stops half-way is given up after ten seconds, in rounds of five (S12). */
export const HALF_A_BODY = 15_000;

/** Headers that never end are given up after ten seconds, in rounds of five (S12). */
export const HALF_OPEN = 15_000 + 3_000;

/** Others are answered while sockets are half open; a slow machine is compared with itself (S12). */
export const BESIDE_HALF_OPEN = 1_000;

/** A silent identity provider is given up after three seconds. */
export const PROVIDER = 3_000 + 2_000;
