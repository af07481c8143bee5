-- GET /trade/foreign
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f.ticker, f.date, q.open, q.high, q.low, q.close, q.volume,
  f.foreign_buy_volume_matched, f.foreign_buy_value_matched,
  f.foreign_buy_volume_negotiated, f.foreign_buy_value_negotiated,
  f.foreign_sell_volume_matched, f.foreign_sell_value_matched,
  f.foreign_sell_volume_negotiated, f.foreign_sell_value_negotiated,
  CASE WHEN coalesce(f.foreign_buy_volume_matched::numeric, f.foreign_buy_volume_negotiated::numeric) IS NOT NULL
  THEN coalesce(f.foreign_buy_volume_matched::numeric, 0) + coalesce(f.foreign_buy_volume_negotiated::numeric, 0) END AS foreign_buy_volume,
  CASE WHEN coalesce(f.foreign_buy_value_matched::double precision, f.foreign_buy_value_negotiated::double precision) IS NOT NULL
  THEN coalesce(f.foreign_buy_value_matched::double precision, 0) + coalesce(f.foreign_buy_value_negotiated::double precision, 0) END AS foreign_buy_value,
  CASE WHEN coalesce(f.foreign_sell_volume_matched::numeric, f.foreign_sell_volume_negotiated::numeric) IS NOT NULL
  THEN coalesce(f.foreign_sell_volume_matched::numeric, 0) + coalesce(f.foreign_sell_volume_negotiated::numeric, 0) END AS foreign_sell_volume,
  CASE WHEN coalesce(f.foreign_sell_value_matched::double precision, f.foreign_sell_value_negotiated::double precision) IS NOT NULL
  THEN coalesce(f.foreign_sell_value_matched::double precision, 0) + coalesce(f.foreign_sell_value_negotiated::double precision, 0) END AS foreign_sell_value,
  (CASE WHEN coalesce(f.foreign_buy_volume_matched::numeric, f.foreign_buy_volume_negotiated::numeric) IS NOT NULL
    THEN coalesce(f.foreign_buy_volume_matched::numeric, 0) + coalesce(f.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(f.foreign_sell_volume_matched::numeric, f.foreign_sell_volume_negotiated::numeric) IS NOT NULL
    THEN coalesce(f.foreign_sell_volume_matched::numeric, 0) + coalesce(f.foreign_sell_volume_negotiated::numeric, 0) END) AS foreign_net_volume, (CASE WHEN coalesce(f.foreign_buy_value_matched::double precision, f.foreign_buy_value_negotiated::double precision) IS NOT NULL
    THEN coalesce(f.foreign_buy_value_matched::double precision, 0) + coalesce(f.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(f.foreign_sell_value_matched::double precision, f.foreign_sell_value_negotiated::double precision) IS NOT NULL
    THEN coalesce(f.foreign_sell_value_matched::double precision, 0) + coalesce(f.foreign_sell_value_negotiated::double precision, 0) END) AS foreign_net_value,
  f.foreign_total_room, f.foreign_owned_volume, f.foreign_remaining_room,
  f.foreign_current_room, f.foreign_ownership_ratio FROM foreign_trade f LEFT JOIN quote q ON q.ticker = f.ticker AND q.date = f.date AND true ORDER BY f.date DESC, f.ticker LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trade/foreign?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f.ticker, f.date, q.open, q.high, q.low, q.close, q.volume,
  f.foreign_buy_volume_matched, f.foreign_buy_value_matched,
  f.foreign_buy_volume_negotiated, f.foreign_buy_value_negotiated,
  f.foreign_sell_volume_matched, f.foreign_sell_value_matched,
  f.foreign_sell_volume_negotiated, f.foreign_sell_value_negotiated,
  CASE WHEN coalesce(f.foreign_buy_volume_matched::numeric, f.foreign_buy_volume_negotiated::numeric) IS NOT NULL
  THEN coalesce(f.foreign_buy_volume_matched::numeric, 0) + coalesce(f.foreign_buy_volume_negotiated::numeric, 0) END AS foreign_buy_volume,
  CASE WHEN coalesce(f.foreign_buy_value_matched::double precision, f.foreign_buy_value_negotiated::double precision) IS NOT NULL
  THEN coalesce(f.foreign_buy_value_matched::double precision, 0) + coalesce(f.foreign_buy_value_negotiated::double precision, 0) END AS foreign_buy_value,
  CASE WHEN coalesce(f.foreign_sell_volume_matched::numeric, f.foreign_sell_volume_negotiated::numeric) IS NOT NULL
  THEN coalesce(f.foreign_sell_volume_matched::numeric, 0) + coalesce(f.foreign_sell_volume_negotiated::numeric, 0) END AS foreign_sell_volume,
  CASE WHEN coalesce(f.foreign_sell_value_matched::double precision, f.foreign_sell_value_negotiated::double precision) IS NOT NULL
  THEN coalesce(f.foreign_sell_value_matched::double precision, 0) + coalesce(f.foreign_sell_value_negotiated::double precision, 0) END AS foreign_sell_value,
  (CASE WHEN coalesce(f.foreign_buy_volume_matched::numeric, f.foreign_buy_volume_negotiated::numeric) IS NOT NULL
    THEN coalesce(f.foreign_buy_volume_matched::numeric, 0) + coalesce(f.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(f.foreign_sell_volume_matched::numeric, f.foreign_sell_volume_negotiated::numeric) IS NOT NULL
    THEN coalesce(f.foreign_sell_volume_matched::numeric, 0) + coalesce(f.foreign_sell_volume_negotiated::numeric, 0) END) AS foreign_net_volume, (CASE WHEN coalesce(f.foreign_buy_value_matched::double precision, f.foreign_buy_value_negotiated::double precision) IS NOT NULL
    THEN coalesce(f.foreign_buy_value_matched::double precision, 0) + coalesce(f.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(f.foreign_sell_value_matched::double precision, f.foreign_sell_value_negotiated::double precision) IS NOT NULL
    THEN coalesce(f.foreign_sell_value_matched::double precision, 0) + coalesce(f.foreign_sell_value_negotiated::double precision, 0) END) AS foreign_net_value,
  f.foreign_total_room, f.foreign_owned_volume, f.foreign_remaining_room,
  f.foreign_current_room, f.foreign_ownership_ratio FROM foreign_trade f LEFT JOIN quote q ON q.ticker = f.ticker AND q.date = f.date AND true WHERE f.ticker = $1::text AND f.date >= $2::date AND f.date <= $3::date ORDER BY f.date DESC, f.ticker LIMIT $4::bigint OFFSET $5::bigint) line;

-- GET /trade/foreign?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f.ticker, f.date, q.open, q.high, q.low, q.close, q.volume,
  f.foreign_buy_volume_matched, f.foreign_buy_value_matched,
  f.foreign_buy_volume_negotiated, f.foreign_buy_value_negotiated,
  f.foreign_sell_volume_matched, f.foreign_sell_value_matched,
  f.foreign_sell_volume_negotiated, f.foreign_sell_value_negotiated,
  CASE WHEN coalesce(f.foreign_buy_volume_matched::numeric, f.foreign_buy_volume_negotiated::numeric) IS NOT NULL
  THEN coalesce(f.foreign_buy_volume_matched::numeric, 0) + coalesce(f.foreign_buy_volume_negotiated::numeric, 0) END AS foreign_buy_volume,
  CASE WHEN coalesce(f.foreign_buy_value_matched::double precision, f.foreign_buy_value_negotiated::double precision) IS NOT NULL
  THEN coalesce(f.foreign_buy_value_matched::double precision, 0) + coalesce(f.foreign_buy_value_negotiated::double precision, 0) END AS foreign_buy_value,
  CASE WHEN coalesce(f.foreign_sell_volume_matched::numeric, f.foreign_sell_volume_negotiated::numeric) IS NOT NULL
  THEN coalesce(f.foreign_sell_volume_matched::numeric, 0) + coalesce(f.foreign_sell_volume_negotiated::numeric, 0) END AS foreign_sell_volume,
  CASE WHEN coalesce(f.foreign_sell_value_matched::double precision, f.foreign_sell_value_negotiated::double precision) IS NOT NULL
  THEN coalesce(f.foreign_sell_value_matched::double precision, 0) + coalesce(f.foreign_sell_value_negotiated::double precision, 0) END AS foreign_sell_value,
  (CASE WHEN coalesce(f.foreign_buy_volume_matched::numeric, f.foreign_buy_volume_negotiated::numeric) IS NOT NULL
    THEN coalesce(f.foreign_buy_volume_matched::numeric, 0) + coalesce(f.foreign_buy_volume_negotiated::numeric, 0) END) - (CASE WHEN coalesce(f.foreign_sell_volume_matched::numeric, f.foreign_sell_volume_negotiated::numeric) IS NOT NULL
    THEN coalesce(f.foreign_sell_volume_matched::numeric, 0) + coalesce(f.foreign_sell_volume_negotiated::numeric, 0) END) AS foreign_net_volume, (CASE WHEN coalesce(f.foreign_buy_value_matched::double precision, f.foreign_buy_value_negotiated::double precision) IS NOT NULL
    THEN coalesce(f.foreign_buy_value_matched::double precision, 0) + coalesce(f.foreign_buy_value_negotiated::double precision, 0) END) - (CASE WHEN coalesce(f.foreign_sell_value_matched::double precision, f.foreign_sell_value_negotiated::double precision) IS NOT NULL
    THEN coalesce(f.foreign_sell_value_matched::double precision, 0) + coalesce(f.foreign_sell_value_negotiated::double precision, 0) END) AS foreign_net_value,
  f.foreign_total_room, f.foreign_owned_volume, f.foreign_remaining_room,
  f.foreign_current_room, f.foreign_ownership_ratio FROM foreign_trade f LEFT JOIN quote q ON q.ticker = f.ticker AND q.date = f.date AND true WHERE f.ticker = $1::text ORDER BY f.date DESC, f.ticker LIMIT $2::bigint OFFSET $3::bigint) line;
