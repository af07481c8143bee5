import { colorOf } from '../../theme.js';

/** Height of the line above the chart, and its padding, px. */
const HEAD = 34;
const PAD = 12;

/** A drawing with a caption line above it, because a picture is seen without the page. */
export function withCaption(
  drawing: HTMLCanvasElement,
  title: string,
  others: readonly string[],
): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  const scale = devicePixelRatio;
  picture.width = drawing.width;
  picture.height = drawing.height + HEAD * scale;
  const context = picture.getContext('2d');
  if (context === null) return drawing;
  context.fillStyle = colorOf('--surface');
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(drawing, 0, HEAD * scale);
  context.scale(scale, scale);
  context.textBaseline = 'middle';
  const family = getComputedStyle(document.body).fontFamily;
  context.font = `600 14px ${family}`;
  context.fillStyle = colorOf('--ink');
  context.fillText(title, PAD, HEAD / 2);
  let left = PAD + context.measureText(title).width + PAD;
  context.font = `14px ${family}`;
  for (const [at, other] of others.entries()) {
    context.fillStyle = colorOf(`--series-${at + 1}`);
    context.fillText(other, left, HEAD / 2);
    left += context.measureText(other).width + PAD;
  }
  return picture;
}
