import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ARTEFACTS } from './artefacts.js';

/** Pictures that pages are compared with. `UPDATE_PICTURES=1 npm run test:browser -- looks` recreates them. */
const REFERENCES = join('test-browser', 'pictures');
/** Factor by which a reference is smaller than the screen. */
const SCALE = 4;
/**
 * Fonts are drawn differently on every machine, so single pixels are meaningless: the mean colours of blocks of BLOCK
 * CSS px are compared. A line of text in another font shifts them by less than the threshold (of 255), while anything
 * missing, misplaced or of another colour shifts them by more.
 */
const BLOCK = 16;
const THRESHOLD = 28;
/** Share of blocks that may differ: figures such as times vary from run to run. */
export const TOLERANCE = 0.03;

const { browserOfRun } = globalThis as unknown as { browserOfRun: Browser };
let desk: Promise<Page> | undefined;

/**
 * The share of a screen that differs from its reference, 0 to 1. If it is beyond the tolerance, a picture of reference,
 * screen and differences is saved with the screenshots.
 */
export async function difference(
  screenshot: Buffer,
  name: string,
  screen: { width: number; height: number },
): Promise<number> {
  const path = join(REFERENCES, `${name}.webp`);
  const isUpdate = process.env.UPDATE_PICTURES !== undefined;
  if (!isUpdate && !existsSync(path)) throw new Error(`${path} is missing; UPDATE_PICTURES=1 creates it`);
  desk ??= browserOfRun.newPage();
  const { made, share, marked } = await (await desk).evaluate(compare, {
    screenshot: screenshot.toString('base64'),
    reference: isUpdate ? null : readFileSync(path).toString('base64'),
    ...{ ...screen, scale: SCALE, block: BLOCK / SCALE, threshold: THRESHOLD, tolerance: TOLERANCE },
  });
  if (isUpdate) {
    mkdirSync(REFERENCES, { recursive: true });
    writeFileSync(path, bytesOf(made));
  } else if (share > TOLERANCE) {
    mkdirSync(ARTEFACTS, { recursive: true });
    writeFileSync(join(ARTEFACTS, `${name}.diff.png`), bytesOf(marked));
  }
  return share;
}

const bytesOf = (address: string): Buffer => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');

/** Runs in the browser, which can read, shrink and write pictures. */
async function compare({
  screenshot,
  reference,
  width,
  height,
  scale,
  block,
  threshold,
  tolerance,
}: {
  screenshot: string;
  reference: string | null;
  width: number;
  height: number;
  scale: number;
  block: number;
  threshold: number;
  tolerance: number;
}) {
  const decode = async (type: string, data: string) =>
    createImageBitmap(await (await fetch(`data:${type};base64,${data}`)).blob());
  const canvasOf = (wide: number, high: number) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high });
    const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    return { canvas, context };
  };
  const [wide, high] = [Math.floor(width / scale), Math.floor(height / scale)];
  const now = canvasOf(wide, high);
  now.context.drawImage(await decode('image/jpeg', screenshot), 0, 0, width, height, 0, 0, wide, high);
  if (reference === null) return { made: now.canvas.toDataURL('image/webp', 0.7), share: 0, marked: '' };
  const before = canvasOf(wide, high);
  before.context.drawImage(await decode('image/webp', reference), 0, 0);
  const means = ({ context }: typeof now) => {
    const [columns, rows] = [Math.floor(wide / block), Math.floor(high / block)];
    const small = canvasOf(columns, rows);
    small.context.drawImage(context.canvas, 0, 0, columns * block, rows * block, 0, 0, columns, rows);
    return small.context.getImageData(0, 0, columns, rows);
  };
  const [one, other] = [means(before), means(now)];
  const differingBlocks: number[] = [];
  for (let at = 0; at < one.data.length; at += 4) {
    const most = Math.max(
      ...[0, 1, 2].map((channel) =>
        Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)),
      ),
    );
    if (most > threshold) differingBlocks.push(at / 4);
  }
  const share = differingBlocks.length / (one.width * one.height);
  if (share <= tolerance) return { made: '', share, marked: '' };
  const report = canvasOf(wide * 3 + 16, high);
  for (const [at, { canvas }] of [before, now, now].entries())
    report.context.drawImage(canvas, at * (wide + 8), 0);
  report.context.fillStyle = 'rgb(255 0 80 / 55%)';
  for (const at of differingBlocks) {
    const [x, y] = [at % one.width, Math.floor(at / one.width)];
    report.context.fillRect(2 * (wide + 8) + x * block, y * block, block, block);
  }
  return { made: '', share, marked: report.canvas.toDataURL('image/png') };
}
