import { SingleBar } from 'cli-progress';

/** Interval between lines if there is no terminal, ms. */
const LINE_EVERY = 5_000;
const BAR_EVERY = 200;

/** Progress of an import. */
export interface Position {
  /** rows read */
  rows: number;
  /** bytes read of `total`, as stored on disk; total 0: unknown */
  bytes: number;
  total: number;
}

/** Shows progress on standard error: a bar on a terminal, else a line every few seconds. Returns a stop function. */
export function showProgress(title: string, position: () => Position): () => void {
  const startedAt = performance.now();
  const facts = () => {
    const { rows, bytes, total } = position();
    const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001);
    return {
      bytes,
      total,
      rows: rows.toLocaleString('en'),
      rate: Math.round(rows / seconds).toLocaleString('en'),
      left: bytes > 0 && total > 0 ? duration((seconds * (total - bytes)) / bytes) : '?',
      percent: total > 0 ? `${Math.floor((100 * bytes) / total)} %, ` : '',
    };
  };
  if (!process.stderr.isTTY) {
    const timer = setInterval(() => {
      const { rows, rate, left, percent } = facts();
      process.stderr.write(`${title}: ${percent}${rows} rows, ${rate} rows/s, ${left} left\n`);
    }, LINE_EVERY);
    return () => clearInterval(timer);
  }
  const bar = new SingleBar({
    format: `${title} {bar} {percentage} %  {rows} rows  {rate} rows/s  {left} left`,
    emptyOnZero: true,
    hideCursor: true,
    // Interrupts are left to the import, which reports what is committed.
    gracefulExit: false,
  });
  bar.start(position().total, 0, facts());
  const draw = () => {
    const now = facts();
    bar.setTotal(now.total);
    bar.update(now.bytes, now);
  };
  const timer = setInterval(draw, BAR_EVERY);
  return () => {
    clearInterval(timer);
    draw();
    bar.stop();
  };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
