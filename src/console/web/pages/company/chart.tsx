import { useEffect, useRef } from '../../vendor/hooks.js';
import { h } from '../../vendor/preact.js';
import { useSession } from '../../view/session.js';
import type { OfCompany } from './of-company.js';

/** The chart of the chart page, in its place here; its code comes when it is first looked at. */
export function Chart({ detail: { ticker } }: OfCompany) {
  const session = useSession();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let leave: () => void = () => undefined;
    let isGone = false;
    void import('../chart.js').then(({ mount }) => {
      if (isGone || host.current === null) return;
      leave = mount(host.current, session, { page: 'company', rest: ['chart'] });
    });
    return () => {
      isGone = true;
      leave();
    };
  }, [session, ticker]);
  return <div ref={host} class="stack company-chart" />;
}
