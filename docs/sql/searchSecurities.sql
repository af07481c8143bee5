-- GET /search?q=sua+viet+nam
SELECT b.ticker, b.name, b.name_en, b.security_type, b.exchange, b.isin, b.delisting_date::text AS delisting_date,
btrim(plain_text(b.name)) AS folded_name, btrim(coalesce(plain_text(b.name_en), '')) AS folded_name_en
FROM (
  SELECT s.ticker, s.name, s.name_en, s.security_type, s.exchange, s.isin, s.delisting_date FROM security s
  UNION ALL
  SELECT i.code, i.name, i.name_en, 'index', i.exchange, NULL, NULL FROM market_index i
  WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = i.code)) b
ORDER BY b.ticker;

-- GET /search?q=sua+viet+nam
SELECT btrim(plain_text($1::text)) AS folded, ARRAY(
  SELECT t.ticker FROM (
    WITH RECURSIVE traded AS (
      (SELECT q.ticker FROM quote q WHERE q.ticker >= upper($1::text) COLLATE "C" ORDER BY q.ticker LIMIT 1)
      UNION ALL
      SELECT (SELECT q.ticker FROM quote q WHERE q.ticker > traded.ticker ORDER BY q.ticker LIMIT 1)
      FROM traded WHERE starts_with(traded.ticker, upper($1::text))
    )
    SELECT traded.ticker FROM traded WHERE starts_with(traded.ticker, upper($1::text))) t
  WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = t.ticker)
  AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)
  AND EXISTS (
    SELECT FROM quote q WHERE q.ticker = t.ticker AND true)
  ORDER BY t.ticker) AS unlisted;

-- GET /search?q=sua+viet+nam
SELECT s.ticker, nullif(shares.outstanding, 0) * nullif(today.price, 0) AS market_cap
FROM security s
CROSS JOIN LATERAL (
  SELECT counts.listed, counts.outstanding,
  CASE WHEN counts.outstanding > 0 THEN NULL
  WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
  ELSE 'share_count_later' END AS reason
  FROM (
    SELECT coalesce(
      (SELECT d.listed_shares FROM daily_statistic d
        WHERE d.ticker = s.ticker AND d.date <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND d.listed_shares IS NOT NULL
        AND d.date >= coalesce(
          CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date THEN s.shares_from END,
          '-infinity')
        ORDER BY d.date DESC LIMIT 1),
      CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date THEN s.listed_shares END) AS listed,
    coalesce(
      (SELECT d.outstanding_shares FROM daily_statistic d
        WHERE d.ticker = s.ticker AND d.date <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND d.outstanding_shares IS NOT NULL
        AND d.date >= coalesce(
          CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date THEN s.shares_from END,
          '-infinity')
        ORDER BY d.date DESC LIMIT 1),
      CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
LEFT JOIN (
  SELECT q.ticker, q.date, q.close FROM quote q
  WHERE true AND q.date = $2::date) newest ON newest.ticker = s.ticker
LEFT JOIN LATERAL (
  SELECT q.date, q.close FROM quote q
  WHERE newest.ticker IS NULL AND q.ticker = s.ticker AND q.date <= $2::date AND true
  ORDER BY q.date DESC LIMIT 1) older ON true
CROSS JOIN LATERAL (
  SELECT coalesce(newest.date, older.date) AS date, coalesce(newest.close, older.close) AS close) bar
CROSS JOIN LATERAL (
  SELECT
  CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (bar.close + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) ELSE bar.close END AS price FROM (
    SELECT
    coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
    coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
    FROM corporate_action a WHERE a.ticker = s.ticker AND bar.date < (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND a.ex_date > bar.date AND a.ex_date <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) terms) today
WHERE s.ticker = ANY ($1::text[]) AND nullif(shares.outstanding, 0) * nullif(today.price, 0) IS NOT NULL;
