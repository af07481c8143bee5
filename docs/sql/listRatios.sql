-- GET /fundamental/ratios?ticker=ZDA
SELECT period_end.day::text AS day, q.price AS close, shares.outstanding::double precision AS shares, shares.reason AS "sharesReason",
CASE WHEN NOT EXISTS (SELECT FROM industry i WHERE i.code = member.code AND i.scheme <> 'GICS')
THEN member.code END AS industry
FROM unnest($2::date[]) AS period_end(day)
LEFT JOIN security s ON s.ticker = $1::text
LEFT JOIN LATERAL (
  SELECT b.*, today.price
  FROM (
    SELECT b.ticker, b.date, b.close, b.volume FROM quote b
    WHERE b.ticker = $1::text AND b.date <= period_end.day AND b.close > 0 AND true
    ORDER BY b.date DESC LIMIT 1) b
  CROSS JOIN LATERAL (
    SELECT
    CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (b.close + CASE WHEN terms.paid < terms.rights * b.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) ELSE b.close END AS price FROM (
      SELECT
      coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
      coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
      FROM corporate_action a WHERE a.ticker = $1::text AND b.date < period_end.day AND a.ex_date > b.date AND a.ex_date <= period_end.day) terms) today) q ON true
CROSS JOIN LATERAL (SELECT coalesce((
      SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= period_end.day THEN m.code END
      FROM industry_membership m WHERE m.ticker = $1::text AND m.from_date <= period_end.day
      ORDER BY m.from_date DESC LIMIT 1), s.industry_code) AS code) member
CROSS JOIN LATERAL (
  SELECT counts.listed, counts.outstanding,
  CASE WHEN counts.outstanding > 0 THEN NULL
  WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
  ELSE 'share_count_later' END AS reason
  FROM (
    SELECT coalesce(
      (SELECT d.listed_shares FROM daily_statistic d
        WHERE d.ticker = $1::text AND d.date <= period_end.day AND d.listed_shares IS NOT NULL
        AND d.date >= coalesce(
          CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= period_end.day THEN s.shares_from END,
          '-infinity')
        ORDER BY d.date DESC LIMIT 1),
      CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= period_end.day THEN s.listed_shares END) AS listed,
    coalesce(
      (SELECT d.outstanding_shares FROM daily_statistic d
        WHERE d.ticker = $1::text AND d.date <= period_end.day AND d.outstanding_shares IS NOT NULL
        AND d.date >= coalesce(
          CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= period_end.day THEN s.shares_from END,
          '-infinity')
        ORDER BY d.date DESC LIMIT 1),
      CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= period_end.day THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares;

-- GET /fundamental/ratios?ticker=ZDA
SELECT statement, period, fiscal_year, fiscal_quarter, consolidation, company_type, period_end_date::text AS period_end_date,
json_object_agg(item_code, value) AS values, to_char(max(published_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
FROM (
  SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits)
  i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type,
  CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
    SELECT min(form.valid_from) FROM statement_template form
    WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
  CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
  ELSE i.item_code END AS item_code, regexp_replace(
    CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
      SELECT min(form.valid_from) FROM statement_template form
      WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
    CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
    ELSE i.item_code END, '^(BK|IN|SC)', '') AS digits, i.value, i.period_end_date, i.published_at
  FROM statement_item i WHERE i.ticker = $1::text AND i.unit = 'VND'
  ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits,
  i.published_at DESC, i.audit, i.item_code) f
GROUP BY statement, period, fiscal_year, fiscal_quarter, consolidation, company_type, f.period_end_date
ORDER BY f.period_end_date, period, statement, min(item_code);

-- GET /fundamental/ratios?ticker=ZDA&consolidation=consolidated&audit=audited&period=quarter&fiscal_year=2024&fiscal_quarter=4&company_type=ordinary&as_of=20250131&group=profitability
SELECT statement, period, fiscal_year, fiscal_quarter, consolidation, company_type, period_end_date::text AS period_end_date,
json_object_agg(item_code, value) AS values, to_char(max(published_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
FROM (
  SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits)
  i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type,
  CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
    SELECT min(form.valid_from) FROM statement_template form
    WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
  CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
  ELSE i.item_code END AS item_code, regexp_replace(
    CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
      SELECT min(form.valid_from) FROM statement_template form
      WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
    CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
    ELSE i.item_code END, '^(BK|IN|SC)', '') AS digits, i.value, i.period_end_date, i.published_at
  FROM statement_item i WHERE i.ticker = $1::text AND i.unit = 'VND' AND i.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND i.consolidation = $3::text AND i.audit = $4::text
  ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits,
  i.published_at DESC, i.audit, i.item_code) f WHERE f.company_type = $5::text
GROUP BY statement, period, fiscal_year, fiscal_quarter, consolidation, company_type, f.period_end_date
ORDER BY f.period_end_date, period, statement, min(item_code);
