-- GET /fundamental/as/reported?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT ticker, statement, company_type, consolidation, audit, period, fiscal_year, fiscal_quarter,
  period_end_date, item_order, item_code, parent_code, item_name, item_name_en, value, unit, filing_id,
  to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
  FROM (
    SELECT v.ticker, v.statement, v.company_type, v.consolidation, v.audit, v.period, v.fiscal_year,
    v.fiscal_quarter, v.period_end_date, coalesce(form.item_order, 99999) AS item_order, v.item_code,
    form.parent_code, coalesce(v.item_name, form.name) AS item_name, form.name_en AS item_name_en,
    v.value, v.unit, v.filing_id, v.published_at
    FROM (
      SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.audit, i.item_code)
      i.ticker, i.statement, i.company_type, i.consolidation, i.audit, i.period, i.fiscal_year, i.fiscal_quarter,
      i.period_end_date, i.item_code, i.item_name, i.value, i.unit, i.filing_id, i.published_at
      FROM statement_item i WHERE i.ticker = $1::text
      ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.audit, i.item_code,
      i.published_at DESC) v
    LEFT JOIN LATERAL (
      SELECT t.item_order, t.parent_code, t.name, t.name_en FROM statement_template t
      WHERE t.company_type = v.company_type AND t.statement = v.statement AND t.item_code = v.item_code
      AND t.valid_from <= (v.period_end_date + 1 - make_interval(months => CASE v.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * v.fiscal_quarter END))::date
      ORDER BY t.valid_from DESC LIMIT 1) form ON true
  ) row ORDER BY period_end_date DESC, statement, period, fiscal_year, fiscal_quarter, consolidation, audit, item_order, item_code LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /fundamental/as/reported?ticker=ZDA&consolidation=consolidated&audit=audited&period=quarter&fiscal_year=2024&fiscal_quarter=4&company_type=ordinary&as_of=20250131&statement=balance_sheet
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT ticker, statement, company_type, consolidation, audit, period, fiscal_year, fiscal_quarter,
  period_end_date, item_order, item_code, parent_code, item_name, item_name_en, value, unit, filing_id,
  to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
  FROM (
    SELECT v.ticker, v.statement, v.company_type, v.consolidation, v.audit, v.period, v.fiscal_year,
    v.fiscal_quarter, v.period_end_date, coalesce(form.item_order, 99999) AS item_order, v.item_code,
    form.parent_code, coalesce(v.item_name, form.name) AS item_name, form.name_en AS item_name_en,
    v.value, v.unit, v.filing_id, v.published_at
    FROM (
      SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.audit, i.item_code)
      i.ticker, i.statement, i.company_type, i.consolidation, i.audit, i.period, i.fiscal_year, i.fiscal_quarter,
      i.period_end_date, i.item_code, i.item_name, i.value, i.unit, i.filing_id, i.published_at
      FROM statement_item i WHERE i.ticker = $1::text AND i.consolidation = $2::text AND i.audit = $3::text AND i.period = $4::text AND i.fiscal_year = $5::integer AND i.fiscal_quarter = $6::integer AND i.published_at < (($7::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND i.statement = $8::text
      ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.audit, i.item_code,
      i.published_at DESC) v
    LEFT JOIN LATERAL (
      SELECT t.item_order, t.parent_code, t.name, t.name_en FROM statement_template t
      WHERE t.company_type = v.company_type AND t.statement = v.statement AND t.item_code = v.item_code
      AND t.valid_from <= (v.period_end_date + 1 - make_interval(months => CASE v.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * v.fiscal_quarter END))::date
      ORDER BY t.valid_from DESC LIMIT 1) form ON true WHERE v.company_type = $9::text
  ) row ORDER BY period_end_date DESC, statement, period, fiscal_year, fiscal_quarter, consolidation, audit, item_order, item_code LIMIT $10::bigint OFFSET $11::bigint) line;
