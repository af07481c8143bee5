import { exactly, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import type { Past } from './past.js';
import type { Flag, QueuedQuote } from './quote.js';

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The figures behind a flag; empty if they are not known. */
export function evidenceOf(flag: Flag, quote: QueuedQuote, past: Past | undefined): string {
  const { evidence, figures } = text.value.approvals;
  switch (flag) {
    case 'outside_limits':
      return PRICES.flatMap((what) => {
        const [value, name] = [quote[what], figures[what]];
        const { ceiling = null, floor = null } = past ?? {};
        if (ceiling !== null && Number(value) > ceiling)
          return evidence.above(name, exactly(value), exactly(ceiling));
        if (floor !== null && Number(value) < floor)
          return evidence.below(name, exactly(value), exactly(floor));
        return [];
      })
        .slice(0, 1)
        .join();
    case 'off_tick':
      return PRICES.map((what) => exactly(quote[what]))
        .filter((each, at, all) => all.indexOf(each) === at)
        .join(', ');
    case 'price_jump': {
      const { change = null, base = null } = past ?? {};
      return change === null || base === null ? '' : evidence.jump(withSign(change, percent), price(base));
    }
    case 'change_without_volume':
      return past?.before === undefined || past.before === null
        ? ''
        : evidence.untraded(exactly(past.before), exactly(quote.close));
    case 'non_trading_day':
      return new Intl.DateTimeFormat(text.value.code, { weekday: 'long', timeZone: 'UTC' }).format(
        new Date(`${quote.date}T00:00:00Z`),
      );
  }
}
