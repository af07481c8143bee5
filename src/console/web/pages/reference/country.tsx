import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { ask, useRead } from '../../view/read.js';
import { visit } from '../../view/route.js';
import { ReadingView } from '../../view/states.js';

/** What is known about one country. */
export function Country({ code }: { code: string }) {
  const words = text.value.reference;
  const of = useRead(ask('/reference/countries/country/{code}', undefined, { code }));
  const close = (
    <button type="button" class="button button-quiet" onClick={() => visit({ country: null })}>
      {words.clear}
    </button>
  );
  return (
    <Card title={`${words.country} ${code}`} tools={close}>
      <div class="card-body">
        <ReadingView of={of} empty={words.empty} isEmpty={() => false}>
          {({ name, capital, region, area, population, languages, timezones, borders }) => (
            <dl class="figures figure-grid">
              {[
                [words.name, name?.official ?? name?.common],
                [words.capital, capital?.join(', ')],
                [words.region, region],
                [words.area, area == null ? '' : `${integer(area)} km²`],
                [words.population, population == null ? '' : integer(population)],
                [words.languages, Object.values(languages ?? {}).join(', ')],
                [words.timeZones, timezones?.join(', ')],
                [words.borders, borders?.join(', ')],
              ]
                .filter(([, value]) => value)
                .map(([title, value]) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
            </dl>
          )}
        </ReadingView>
      </div>
    </Card>
  );
}
