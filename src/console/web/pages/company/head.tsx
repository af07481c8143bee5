import { h } from 'preact';
import { percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { localName } from '../../view/local-name.js';
import { colorOfPrice } from '../chart/price-color.js';
import type { OfCompany } from './of-company.js';

/** Name and last price of the security. */
export function CompanyHead({ detail }: OfCompany) {
  const { ticker, exchange, industry_code: industry, last_price: last, date } = detail;
  const name = localName(detail) ?? ticker;
  const tone = colorOfPrice(last, detail) ?? '';
  const words = text.value.company;
  return (
    <header class="company-head">
      <div class="price-title">
        <h1>{ticker}</h1>
        {exchange !== null && <span class="badge badge-neutral">{exchange}</span>}
        {industry !== null && <span class="badge badge-neutral">{words.industry(industry)}</span>}
        <p class="muted price-name" title={name}>
          {name}
        </p>
      </div>
      {last !== null && (
        <p class="price-last">
          <data class={tone} value={String(last)}>
            {price(last)}
          </data>
          <span class={tone}>
            {withSign(detail.change, price)} ({withSign(detail.change_percent, percent)})
          </span>
          <span class="muted">{date}</span>
        </p>
      )}
    </header>
  );
}
