-- GET /trade/flow
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH RECURSIVE day (date) AS (
    SELECT (SELECT max(x.date) FROM (
        (SELECT date FROM trade_flow WHERE scope = 'ticker' AND date < 'infinity'::date ORDER BY date DESC LIMIT 1) UNION ALL
        (SELECT date FROM trade_flow WHERE scope = 'ticker' AND date < 'infinity'::date ORDER BY date DESC LIMIT 1) UNION ALL
        (SELECT date FROM order_statistic WHERE date < 'infinity'::date ORDER BY date DESC LIMIT 1) UNION ALL
        (SELECT date FROM foreign_trade WHERE date < 'infinity'::date ORDER BY date DESC LIMIT 1)) x)
    UNION ALL
    SELECT (SELECT max(x.date) FROM (
        (SELECT date FROM trade_flow WHERE scope = 'ticker' AND date < day.date ORDER BY date DESC LIMIT 1) UNION ALL
        (SELECT date FROM trade_flow WHERE scope = 'ticker' AND date < day.date ORDER BY date DESC LIMIT 1) UNION ALL
        (SELECT date FROM order_statistic WHERE date < day.date ORDER BY date DESC LIMIT 1) UNION ALL
        (SELECT date FROM foreign_trade WHERE date < day.date ORDER BY date DESC LIMIT 1)) x) FROM day WHERE day.date IS NOT NULL)
  SELECT 'ticker' AS scope, r.code, d.date, r.buy_order_count::numeric AS buy_order_count, r.buy_order_volume::numeric AS buy_order_volume, r.sell_order_count::numeric AS sell_order_count, r.sell_order_volume::numeric AS sell_order_volume, r.active_buy_volume::numeric AS active_buy_volume, r.active_buy_value::double precision AS active_buy_value, r.active_sell_volume::numeric AS active_sell_volume, r.active_sell_value::double precision AS active_sell_value, r.unmatched_buy_volume::numeric AS unmatched_buy_volume, r.unmatched_sell_volume::numeric AS unmatched_sell_volume, r.foreign_net_volume::numeric AS foreign_net_volume, r.foreign_net_value::double precision AS foreign_net_value, r.proprietary_net_volume::numeric AS proprietary_net_volume, r.proprietary_net_value::double precision AS proprietary_net_value, r.member_count
  FROM (SELECT date FROM day WHERE date IS NOT NULL ORDER BY date DESC) d CROSS JOIN LATERAL (SELECT flow.*, NULL::bigint AS member_count
    FROM (
      SELECT f.code, f.date, coalesce(f.buy_order_count::numeric, o.buy_order_count::numeric) AS buy_order_count, coalesce(f.buy_order_volume::numeric, o.buy_order_volume::numeric) AS buy_order_volume, coalesce(f.sell_order_count::numeric, o.sell_order_count::numeric) AS sell_order_count, coalesce(f.sell_order_volume::numeric, o.sell_order_volume::numeric) AS sell_order_volume, coalesce(f.active_buy_volume::numeric) AS active_buy_volume, coalesce(f.active_buy_value::double precision) AS active_buy_value, coalesce(f.active_sell_volume::numeric) AS active_sell_volume, coalesce(f.active_sell_value::double precision) AS active_sell_value, coalesce(f.unmatched_buy_volume::numeric) AS unmatched_buy_volume, coalesce(f.unmatched_sell_volume::numeric) AS unmatched_sell_volume, coalesce(f.foreign_net_volume::numeric, (CASE WHEN coalesce(g.foreign_buy_volume_matched::numeric, g.foreign_buy_volume_negotiated::numeric) IS NOT NULL
          THEN coalesce(g.foreign_buy_volume_matched::numeric, 0) + coalesce(g.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(g.foreign_sell_volume_matched::numeric, g.foreign_sell_volume_negotiated::numeric) IS NOT NULL
          THEN coalesce(g.foreign_sell_volume_matched::numeric, 0) + coalesce(g.foreign_sell_volume_negotiated::numeric, 0) END)) AS foreign_net_volume, coalesce(f.foreign_net_value::double precision, (CASE WHEN coalesce(g.foreign_buy_value_matched::double precision, g.foreign_buy_value_negotiated::double precision) IS NOT NULL
          THEN coalesce(g.foreign_buy_value_matched::double precision, 0) + coalesce(g.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(g.foreign_sell_value_matched::double precision, g.foreign_sell_value_negotiated::double precision) IS NOT NULL
          THEN coalesce(g.foreign_sell_value_matched::double precision, 0) + coalesce(g.foreign_sell_value_negotiated::double precision, 0) END)) AS foreign_net_value, coalesce(f.proprietary_net_volume::numeric) AS proprietary_net_volume, coalesce(f.proprietary_net_value::double precision) AS proprietary_net_value
      FROM trade_flow f LEFT JOIN order_statistic o ON o.ticker = f.code AND o.date = f.date LEFT JOIN foreign_trade g ON g.ticker = f.code AND g.date = f.date
      WHERE f.scope = 'ticker' AND f.date = d.date
      UNION ALL
      SELECT o.ticker, o.date, coalesce(o.buy_order_count::numeric) AS buy_order_count, coalesce(o.buy_order_volume::numeric) AS buy_order_volume, coalesce(o.sell_order_count::numeric) AS sell_order_count, coalesce(o.sell_order_volume::numeric) AS sell_order_volume, NULL::numeric AS active_buy_volume, NULL::double precision AS active_buy_value, NULL::numeric AS active_sell_volume, NULL::double precision AS active_sell_value, NULL::numeric AS unmatched_buy_volume, NULL::numeric AS unmatched_sell_volume, coalesce((CASE WHEN coalesce(g.foreign_buy_volume_matched::numeric, g.foreign_buy_volume_negotiated::numeric) IS NOT NULL
          THEN coalesce(g.foreign_buy_volume_matched::numeric, 0) + coalesce(g.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(g.foreign_sell_volume_matched::numeric, g.foreign_sell_volume_negotiated::numeric) IS NOT NULL
          THEN coalesce(g.foreign_sell_volume_matched::numeric, 0) + coalesce(g.foreign_sell_volume_negotiated::numeric, 0) END)) AS foreign_net_volume, coalesce((CASE WHEN coalesce(g.foreign_buy_value_matched::double precision, g.foreign_buy_value_negotiated::double precision) IS NOT NULL
          THEN coalesce(g.foreign_buy_value_matched::double precision, 0) + coalesce(g.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(g.foreign_sell_value_matched::double precision, g.foreign_sell_value_negotiated::double precision) IS NOT NULL
          THEN coalesce(g.foreign_sell_value_matched::double precision, 0) + coalesce(g.foreign_sell_value_negotiated::double precision, 0) END)) AS foreign_net_value, NULL::numeric AS proprietary_net_volume, NULL::double precision AS proprietary_net_value
      FROM order_statistic o LEFT JOIN foreign_trade g ON g.ticker = o.ticker AND g.date = o.date
      WHERE o.date = d.date AND NOT EXISTS (SELECT FROM trade_flow f WHERE f.scope = 'ticker' AND f.code = o.ticker AND f.date = o.date)
      UNION ALL
      SELECT g.ticker, g.date, NULL::numeric AS buy_order_count, NULL::numeric AS buy_order_volume, NULL::numeric AS sell_order_count, NULL::numeric AS sell_order_volume, NULL::numeric AS active_buy_volume, NULL::double precision AS active_buy_value, NULL::numeric AS active_sell_volume, NULL::double precision AS active_sell_value, NULL::numeric AS unmatched_buy_volume, NULL::numeric AS unmatched_sell_volume, coalesce((CASE WHEN coalesce(g.foreign_buy_volume_matched::numeric, g.foreign_buy_volume_negotiated::numeric) IS NOT NULL
          THEN coalesce(g.foreign_buy_volume_matched::numeric, 0) + coalesce(g.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(g.foreign_sell_volume_matched::numeric, g.foreign_sell_volume_negotiated::numeric) IS NOT NULL
          THEN coalesce(g.foreign_sell_volume_matched::numeric, 0) + coalesce(g.foreign_sell_volume_negotiated::numeric, 0) END)) AS foreign_net_volume, coalesce((CASE WHEN coalesce(g.foreign_buy_value_matched::double precision, g.foreign_buy_value_negotiated::double precision) IS NOT NULL
          THEN coalesce(g.foreign_buy_value_matched::double precision, 0) + coalesce(g.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(g.foreign_sell_value_matched::double precision, g.foreign_sell_value_negotiated::double precision) IS NOT NULL
          THEN coalesce(g.foreign_sell_value_matched::double precision, 0) + coalesce(g.foreign_sell_value_negotiated::double precision, 0) END)) AS foreign_net_value, NULL::numeric AS proprietary_net_volume, NULL::double precision AS proprietary_net_value
      FROM foreign_trade g
      WHERE g.date = d.date AND NOT EXISTS (SELECT FROM trade_flow f WHERE f.scope = 'ticker' AND f.code = g.ticker AND f.date = g.date)
      AND NOT EXISTS (SELECT FROM order_statistic o WHERE o.ticker = g.ticker AND o.date = g.date)) flow) r ORDER BY d.date DESC, r.code LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trade/flow?from_date=20250601&to_date=20250630&scope=ticker&code=VNM
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT 'ticker' AS scope, $1::text AS code, d.date, flow.*, NULL::bigint AS member_count FROM (
    SELECT date FROM trade_flow WHERE scope = 'ticker' AND code = $1::text
    UNION SELECT date FROM order_statistic WHERE ticker = $1::text
    UNION SELECT date FROM foreign_trade WHERE ticker = $1::text ORDER BY date DESC) d
  CROSS JOIN LATERAL (
    SELECT coalesce(f.buy_order_count::numeric, o.buy_order_count::numeric) AS buy_order_count, coalesce(f.buy_order_volume::numeric, o.buy_order_volume::numeric) AS buy_order_volume, coalesce(f.sell_order_count::numeric, o.sell_order_count::numeric) AS sell_order_count, coalesce(f.sell_order_volume::numeric, o.sell_order_volume::numeric) AS sell_order_volume, coalesce(f.active_buy_volume::numeric) AS active_buy_volume, coalesce(f.active_buy_value::double precision) AS active_buy_value, coalesce(f.active_sell_volume::numeric) AS active_sell_volume, coalesce(f.active_sell_value::double precision) AS active_sell_value, coalesce(f.unmatched_buy_volume::numeric) AS unmatched_buy_volume, coalesce(f.unmatched_sell_volume::numeric) AS unmatched_sell_volume, coalesce(f.foreign_net_volume::numeric, (CASE WHEN coalesce(g.foreign_buy_volume_matched::numeric, g.foreign_buy_volume_negotiated::numeric) IS NOT NULL
        THEN coalesce(g.foreign_buy_volume_matched::numeric, 0) + coalesce(g.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(g.foreign_sell_volume_matched::numeric, g.foreign_sell_volume_negotiated::numeric) IS NOT NULL
        THEN coalesce(g.foreign_sell_volume_matched::numeric, 0) + coalesce(g.foreign_sell_volume_negotiated::numeric, 0) END)) AS foreign_net_volume, coalesce(f.foreign_net_value::double precision, (CASE WHEN coalesce(g.foreign_buy_value_matched::double precision, g.foreign_buy_value_negotiated::double precision) IS NOT NULL
        THEN coalesce(g.foreign_buy_value_matched::double precision, 0) + coalesce(g.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(g.foreign_sell_value_matched::double precision, g.foreign_sell_value_negotiated::double precision) IS NOT NULL
        THEN coalesce(g.foreign_sell_value_matched::double precision, 0) + coalesce(g.foreign_sell_value_negotiated::double precision, 0) END)) AS foreign_net_value, coalesce(f.proprietary_net_volume::numeric) AS proprietary_net_volume, coalesce(f.proprietary_net_value::double precision) AS proprietary_net_value
    FROM (SELECT) one
    LEFT JOIN trade_flow f ON f.scope = 'ticker' AND f.code = $1::text AND f.date BETWEEN d.date AND d.date
    LEFT JOIN order_statistic o ON o.ticker = $1::text AND o.date BETWEEN d.date AND d.date
    LEFT JOIN foreign_trade g ON g.ticker = $1::text AND g.date BETWEEN d.date AND d.date
    WHERE coalesce(f.code, o.ticker, g.ticker) IS NOT NULL) flow WHERE d.date >= $2::date AND d.date <= $3::date ORDER BY d.date DESC, $1::text LIMIT $4::bigint OFFSET $5::bigint) line;

-- GET /trade/flow?scope=ticker&code=VNM
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT 'ticker' AS scope, $1::text AS code, d.date, flow.*, NULL::bigint AS member_count FROM (
    SELECT date FROM trade_flow WHERE scope = 'ticker' AND code = $1::text
    UNION SELECT date FROM order_statistic WHERE ticker = $1::text
    UNION SELECT date FROM foreign_trade WHERE ticker = $1::text ORDER BY date DESC) d
  CROSS JOIN LATERAL (
    SELECT coalesce(f.buy_order_count::numeric, o.buy_order_count::numeric) AS buy_order_count, coalesce(f.buy_order_volume::numeric, o.buy_order_volume::numeric) AS buy_order_volume, coalesce(f.sell_order_count::numeric, o.sell_order_count::numeric) AS sell_order_count, coalesce(f.sell_order_volume::numeric, o.sell_order_volume::numeric) AS sell_order_volume, coalesce(f.active_buy_volume::numeric) AS active_buy_volume, coalesce(f.active_buy_value::double precision) AS active_buy_value, coalesce(f.active_sell_volume::numeric) AS active_sell_volume, coalesce(f.active_sell_value::double precision) AS active_sell_value, coalesce(f.unmatched_buy_volume::numeric) AS unmatched_buy_volume, coalesce(f.unmatched_sell_volume::numeric) AS unmatched_sell_volume, coalesce(f.foreign_net_volume::numeric, (CASE WHEN coalesce(g.foreign_buy_volume_matched::numeric, g.foreign_buy_volume_negotiated::numeric) IS NOT NULL
        THEN coalesce(g.foreign_buy_volume_matched::numeric, 0) + coalesce(g.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(g.foreign_sell_volume_matched::numeric, g.foreign_sell_volume_negotiated::numeric) IS NOT NULL
        THEN coalesce(g.foreign_sell_volume_matched::numeric, 0) + coalesce(g.foreign_sell_volume_negotiated::numeric, 0) END)) AS foreign_net_volume, coalesce(f.foreign_net_value::double precision, (CASE WHEN coalesce(g.foreign_buy_value_matched::double precision, g.foreign_buy_value_negotiated::double precision) IS NOT NULL
        THEN coalesce(g.foreign_buy_value_matched::double precision, 0) + coalesce(g.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(g.foreign_sell_value_matched::double precision, g.foreign_sell_value_negotiated::double precision) IS NOT NULL
        THEN coalesce(g.foreign_sell_value_matched::double precision, 0) + coalesce(g.foreign_sell_value_negotiated::double precision, 0) END)) AS foreign_net_value, coalesce(f.proprietary_net_volume::numeric) AS proprietary_net_volume, coalesce(f.proprietary_net_value::double precision) AS proprietary_net_value
    FROM (SELECT) one
    LEFT JOIN trade_flow f ON f.scope = 'ticker' AND f.code = $1::text AND f.date BETWEEN d.date AND d.date
    LEFT JOIN order_statistic o ON o.ticker = $1::text AND o.date BETWEEN d.date AND d.date
    LEFT JOIN foreign_trade g ON g.ticker = $1::text AND g.date BETWEEN d.date AND d.date
    WHERE coalesce(f.code, o.ticker, g.ticker) IS NOT NULL) flow ORDER BY d.date DESC, $1::text LIMIT $2::bigint OFFSET $3::bigint) line;
