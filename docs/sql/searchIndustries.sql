-- GET /reference/gics/search
WITH member AS MATERIALIZED (
  SELECT asked.day, each.ticker FROM unnest($2::date[]) asked (day)
  CROSS JOIN LATERAL (
    SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
    FROM index_constituent c
    WHERE c.code = $1::text AND c.from_date <= asked.day AND (c.to_date IS NULL OR c.to_date >= asked.day)
    AND NOT EXISTS (
      SELECT FROM index_constituent n
      WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= asked.day)
    UNION ALL
    SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
    FROM market_index i JOIN security l ON l.exchange = i.exchange
    WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
    AND (l.listing_date IS NULL OR l.listing_date <= asked.day)
    AND (l.delisting_date IS NULL OR l.delisting_date >= asked.day)
    AND NOT EXISTS (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = $1::text AND c.from_date <= asked.day AND (c.to_date IS NULL OR c.to_date >= asked.day)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= asked.day))) each
), stock AS MATERIALIZED (
  SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
  industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
  live.net_profit / nullif(shares.outstanding, 0) AS eps, live.equity / nullif(shares.outstanding, 0) AS bvps, CASE WHEN live.net_profit > 0 THEN (q.close * shares.outstanding) / live.net_profit END AS pe, CASE WHEN live.equity > 0 THEN (q.close * shares.outstanding) / live.equity END AS pb, CASE WHEN live.revenue > 0 THEN (q.close * shares.outstanding) / live.revenue END AS ps,
  CASE WHEN live.ebitda > 0 THEN ((q.close * shares.outstanding) + live.debt + live.minority - live.cash) / live.ebitda END AS ev_ebitda
  FROM (
    SELECT q.ticker, q.date, q.close FROM member JOIN quote q ON q.ticker = member.ticker AND q.date = member.day
    WHERE true AND EXISTS (SELECT FROM company_figure f WHERE f.ticker = member.ticker)) q
  LEFT JOIN LATERAL (
    SELECT f.* FROM company_figure f WHERE f.ticker = q.ticker AND f.day <= q.date ORDER BY f.day DESC LIMIT 1) known ON true
  CROSS JOIN LATERAL (SELECT CASE WHEN known.flow_end >= q.date - 600 THEN known.net_profit END AS net_profit, CASE WHEN known.flow_end >= q.date - 600 THEN known.revenue END AS revenue, CASE WHEN known.flow_end >= q.date - 600 THEN known.ebitda END AS ebitda, CASE WHEN known.balance_end >= q.date - 600 THEN known.equity END AS equity, CASE WHEN known.balance_end >= q.date - 600 THEN known.minority END AS minority, CASE WHEN known.balance_end >= q.date - 600 THEN known.debt END AS debt, CASE WHEN known.balance_end >= q.date - 600 THEN known.cash END AS cash) live
  LEFT JOIN security s ON s.ticker = q.ticker
  CROSS JOIN LATERAL (SELECT coalesce((
        SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= q.date THEN m.code END
        FROM industry_membership m WHERE m.ticker = q.ticker AND m.from_date <= q.date
        ORDER BY m.from_date DESC LIMIT 1), s.industry_code) AS code) industry
  CROSS JOIN LATERAL (
    SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
    CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
    WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
    FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date AS known) source
    LEFT JOIN LATERAL (
      SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
      WHERE d.ticker = q.ticker AND d.date <= q.date
      AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
      ORDER BY d.date DESC LIMIT 1) told ON true) shares)
SELECT asked.day::text AS date, CASE WHEN sum(v.net_profit) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap) FILTER (WHERE v.net_profit IS NOT NULL) / sum(v.net_profit) FILTER (WHERE v.cap IS NOT NULL) END AS pe, CASE WHEN sum(v.equity) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap) FILTER (WHERE v.equity IS NOT NULL) / sum(v.equity) FILTER (WHERE v.cap IS NOT NULL) END AS pb, CASE WHEN sum(v.revenue) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap) FILTER (WHERE v.revenue IS NOT NULL) / sum(v.revenue) FILTER (WHERE v.cap IS NOT NULL) END AS ps,
CASE WHEN sum(v.ebitda) FILTER (WHERE v.cap + v.debt + v.minority - v.cash IS NOT NULL) > 0 THEN sum(v.cap + v.debt + v.minority - v.cash) FILTER (WHERE v.ebitda IS NOT NULL) / sum(v.ebitda) FILTER (WHERE v.cap + v.debt + v.minority - v.cash IS NOT NULL) END AS ev_ebitda,
sum(v.net_profit) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap) FILTER (WHERE v.net_profit IS NOT NULL), 0) AS earnings_yield, sum(v.equity) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap) FILTER (WHERE v.equity IS NOT NULL), 0) AS book_yield,
sum(v.paid) / nullif(sum(v.cap), 0) AS dividend_yield_ratio
FROM unnest($2::date[]) asked (day)
LEFT JOIN (
  SELECT k.*, k.close * k.shares AS cap,
  k.shares * coalesce((
      SELECT sum(paid.cash / coalesce(paid.later_factor, 1)) AS cash
      FROM (
        SELECT e.cash, product(e.share_factor) FILTER (WHERE e.share_factor > 0) OVER (
          ORDER BY e.ex_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later_factor
        FROM (
          SELECT a.ex_date, sum(a.cash_dividend) AS cash,
          1 + coalesce(sum(a.share_ratio), 0) + coalesce(sum(a.rights_ratio), 0) AS share_factor
          FROM corporate_action a
          WHERE a.ticker = k.ticker AND a.ex_date <= k.date AND a.ex_date > k.date - interval '1 year'
          GROUP BY a.ex_date) e) paid), 0) AS paid
  FROM stock k) v ON v.date = asked.day
GROUP BY asked.day;

-- GET /reference/gics/search
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date, CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AS sector_code, sector.name AS sector_name, CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AS industry_group_code, industry_group.name AS industry_group_name, CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AS industry_code, industry.name AS industry_name, CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AS sub_industry_code, sub_industry.name AS sub_industry_name FROM (
    SELECT NULL::text AS ticker, i.code, i.valid_from AS from_date, least(i.valid_to, (
        SELECT min(n.valid_from) - 1 FROM industry n
        WHERE n.code = i.code AND n.valid_from > i.valid_from)) AS to_date, i.name, i.name_en, i.scheme
    FROM industry i) b CROSS JOIN LATERAL (SELECT greatest(b.from_date, least(b.to_date, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)) AS day) a LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sector ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry_group ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sub_industry ON true CROSS JOIN LATERAL (SELECT b.name, b.name_en, b.scheme) own ORDER BY b.code, b.from_date LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/gics/search?ticker=ZDA&code=3020&q=food
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date, CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AS sector_code, sector.name AS sector_name, CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AS industry_group_code, industry_group.name AS industry_group_name, CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AS industry_code, industry.name AS industry_name, CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AS sub_industry_code, sub_industry.name AS sub_industry_name FROM (
    SELECT m.ticker, m.code, m.from_date, least(m.to_date, (
        SELECT min(n.from_date) - 1 FROM industry_membership n
        WHERE n.ticker = m.ticker AND n.from_date > m.from_date)) AS to_date
    FROM industry_membership m) b CROSS JOIN LATERAL (SELECT greatest(b.from_date, least(b.to_date, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)) AS day) a LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sector ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry_group ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sub_industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = b.code AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) own ON true WHERE b.code >= $1::text AND b.code < $2::text AND b.ticker = ANY ($3::text[]) AND search_words(b.code, sector.name, industry_group.name, industry.name, sub_industry.name) @@ search_query($4::text) ORDER BY b.from_date DESC, b.ticker LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /reference/gics/search?ticker=ZDA&code=3020&q=food&date=20250630
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date, CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AS sector_code, sector.name AS sector_name, CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AS industry_group_code, industry_group.name AS industry_group_name, CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AS industry_code, industry.name AS industry_name, CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AS sub_industry_code, sub_industry.name AS sub_industry_name FROM (
    SELECT m.ticker, m.code, m.from_date, least(m.to_date, (
        SELECT min(n.from_date) - 1 FROM industry_membership n
        WHERE n.ticker = m.ticker AND n.from_date > m.from_date)) AS to_date
    FROM industry_membership m) b CROSS JOIN LATERAL (SELECT $1::date AS day) a LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sector ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry_group ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sub_industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = b.code AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) own ON true WHERE b.code >= $2::text AND b.code < $3::text AND b.from_date <= $1::date AND (b.to_date IS NULL OR b.to_date >= $1::date) AND b.ticker = ANY ($4::text[]) AND search_words(b.code, sector.name, industry_group.name, industry.name, sub_industry.name) @@ search_query($5::text) ORDER BY b.from_date DESC, b.ticker LIMIT $6::bigint OFFSET $7::bigint) line;
