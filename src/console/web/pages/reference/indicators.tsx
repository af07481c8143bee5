import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { findIndicators } from '../../view/definition.js';
import { ask, useRead } from '../../view/read.js';
import { Searched, searchWords } from './searched.js';

/** The indicators of the chart, with their formulas. */
export function Indicators() {
  const { indicators: words, name, tabs } = text.value.reference;
  const parameterNames = text.value.codes.parameters;
  const all = useRead(ask('/trade/technical-analysis/indicators', { limit: 1000 }));
  // The list of indicators has no search.
  const matches = all.body === null ? null : findIndicators(all.body.data, searchWords() ?? '');
  return (
    <Searched
      title={tabs.indicators}
      of={{ ...all, body: matches === null ? null : { data: matches } }}
      keyOf={({ code }) => code}
      columns={[
        {
          heading: name,
          cell: (each) => (
            <span class="two-lines title-cell">
              {each.name}
              <code class="muted">{each.code}</code>
              {!each.available && <span class="muted">{words.unavailable}</span>}
            </span>
          ),
        },
        { heading: words.group, cell: ({ group }) => group, wideOnly: true },
        { heading: words.formula, cell: ({ formula }) => formula, wrap: true },
        {
          heading: words.parameters,
          cell: ({ parameters }) =>
            parameters
              .map(
                ({ name: parameter, default: value }) => `${parameterNames[parameter] ?? parameter} ${value}`,
              )
              .join(', '),
          wrap: true,
          wideOnly: true,
        },
        { heading: words.inputs, cell: ({ inputs }) => inputs.join(', '), wrap: true, wideOnly: true },
        {
          heading: words.warmUp,
          cell: ({ warm_up_bars: bars }) => integer(bars),
          numeric: true,
          wideOnly: true,
        },
      ]}
    />
  );
}
