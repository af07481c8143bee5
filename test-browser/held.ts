import type { Page, Request } from 'playwright-core';

/** Requests held back until they are released: a slow service, without waiting. */
interface Held {
  /** resolves when the first of them has been sent */
  asked: Promise<void>;
  /** releases them; resolves when the page has the answers, or no longer wants them, and has drawn */
  release(): Promise<void>;
}

/** From here on holds back the requests of a page that `matches` selects. */
export async function holdBack(page: Page, matches: (request: Request) => boolean): Promise<Held> {
  const asked = signal();
  const freed = signal();
  const sent = new Set<Request>();
  const ended = signal();
  let isFree = false;
  const end = (request: Request) => {
    sent.delete(request);
    if (isFree && sent.size === 0) ended.give();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.route(
    () => true,
    async (route) => {
      if (isFree || !matches(route.request())) return route.fallback();
      sent.add(route.request());
      asked.give();
      await freed.promise;
      // Aborted meanwhile: nobody waits for it.
      await route.continue().catch(() => undefined);
    },
  );
  return {
    asked: asked.promise,
    release: async () => {
      isFree = true;
      freed.give();
      if (sent.size > 0) await ended.promise;
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
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
