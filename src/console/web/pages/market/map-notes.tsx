import { Fragment, h } from 'preact';
import { permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { useSession } from '../../view/session.js';
import type { MapGroup } from './map-data.js';
import type { MarketState, SizeBy } from './state.js';

/** What the map cannot show as chosen because it is unknown; `chosenSize` is the size asked for. */
export function MapNotes({
  groups,
  chosenSize,
  state,
}: {
  groups: readonly MapGroup[];
  chosenSize: SizeBy;
  state: MarketState;
}) {
  const words = text.value.market.map;
  const leaves = groups.flatMap((group) => group.leaves);
  const unsizedCount = leaves.filter(({ size }) => size === null || size <= 0).length;
  const hasSizes = unsizedCount < leaves.length;
  return (
    <Fragment>
      {state.size !== chosenSize && hasSizes && (
        <p class="muted">
          {words.instead(words.sizes[chosenSize], words.sizes[state.size])} <ToShares />
        </p>
      )}
      {unsizedCount > 0 && hasSizes && <p class="muted">{words.unsized(unsizedCount)}</p>}
      {hasSizes && leaves.every(({ color }) => color === null) && (
        <p class="muted">{words.noColors(words.colors[state.color])}</p>
      )}
    </Fragment>
  );
}

/** Link to the import of securities, whose share counts yield capitalisations, if permitted. */
function ToShares() {
  const session = useSession();
  if (!permits(session, 'data:import')) return null;
  return <a href={addressOf('import', [], { set: 'security' })}>{text.value.market.map.loadShares}</a>;
}
