const TrueDate = Date;

/** Moves the clock of this process by this many ms from the true time; 0 resets it. It keeps running from there. */
export function shiftClock(milliseconds: number): void {
  const now = () => TrueDate.now() + milliseconds;
  globalThis.Date =
    milliseconds === 0
      ? TrueDate
      : new Proxy(TrueDate, {
          get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
          apply: () => new TrueDate(now()).toString(),
          construct: (target, args, newTarget) =>
            Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
        });
}
