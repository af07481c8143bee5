import type { Page, Request } from 'playwright-core';

/** Requests held back until they are released: a slow service, without waiting. */
interface HeldRequests {
  /** resolves when the first of them has been sent */
  firstSent: Promise<void>;
  /** releases them; resolves when the page has the answers, or no longer wants them, and has drawn */
  release(): Promise<void>;
}

/** From here on holds back the requests of a page that `matches` selects. */
export async function holdBack(page: Page, matches: (request: Request) => boolean): Promise<HeldRequests> {
  const firstSent = signal();
  const releaseSignal = signal();
  const pending = new Set<Request>();
  const endSignal = signal();
  let isFree = false;
  const end = (request: Request) => {
    pending.delete(request);
    if (isFree && pending.size === 0) endSignal.give();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.route(
    () => true,
    async (route) => {
      if (isFree || !matches(route.request())) return route.fallback();
      pending.add(route.request());
      firstSent.give();
      await releaseSignal.promise;
      // Aborted meanwhile: nobody waits for it.
      await route.continue().catch(() => undefined);
    },
  );
  return {
    firstSent: firstSent.promise,
    release: async () => {
      isFree = true;
      releaseSignal.give();
      if (pending.size > 0) await endSignal.promise;
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    },
  };
}

function signal(): { promise: Promise<void>; give(): void } {
  let give: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}
