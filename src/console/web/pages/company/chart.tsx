import type { ComponentType } from 'preact';
import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { codeOf } from '../../view/code-of.js';
import { Failure, Loading } from '../../view/states.js';
import type { Place } from '../chart/state.js';

/** The chart's place here: it keeps its state in the address of this tab. */
const PLACE: Place = { page: 'company', rest: ['chart'] };

/** The chart of the chart page; its code loads when it is first shown. */
export function Chart() {
  const [loaded, setLoaded] = useState<{ Of: ComponentType<{ place: Place }> } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    codeOf(import('../chart/chart.js')).then(({ Chart: Of }) => setLoaded({ Of }), setError);
  }, []);
  if (error !== null) return <Failure error={error} retry={() => location.reload()} />;
  if (loaded === null) return <Loading />;
  return (
    <div class="stack">
      <loaded.Of place={PLACE} />
    </div>
  );
}
