import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEYS = {
  market_band: 'exchange, security_type, valid_from',
  market_tick: 'exchange, security_type, valid_from, price_from',
  market_lot: 'exchange, security_type, valid_from',
} as const;
const TABLES = Object.keys(KEYS) as (keyof typeof KEYS)[];

const KINDS = `'stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant'`;

/** State Securities Commission, list of the changes of bands; first days and resumptions of then are not known. */
const BANDS_TO_2013 = 'List of all changes of price bands 2000 to 2013, State Securities Commission';
const ON_UPCOM = 'Opening of UPCoM on 24 June 2009; raised by decision 383/QD-SGDHN of 24 June 2015';
const HOSE_2016 =
  'Decision 341/QD-SGDHCM of 2016: 25 sessions instead of 45, ticks of 10, 50 and 100, of ETFs 10';
const HNX_2018 = 'Decision 653/QD-SGDHN of 2018 and the rules before it';
const HOSE_TO_2016 = 'Trading rules of HOSE before decision 341/QD-SGDHCM: ticks of 100, 500 and 1,000';

/** Bands in percent as they followed one another. */
const CHANGES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  HOSE: [
    ['2000-07-28', 2],
    ['2001-06-13', 7],
    ['2001-10-15', 2],
    ['2002-08-01', 3],
    ['2002-12-23', 5],
    ['2008-03-27', 1],
    ['2008-04-07', 2],
    ['2008-06-19', 3],
    ['2008-08-18', 5],
  ],
  HNX: [
    ['2005-03-08', 10],
    ['2008-03-27', 2],
    ['2008-04-07', 3],
    ['2008-06-19', 4],
    ['2008-08-18', 7],
  ],
};

/** Rules of the exchanges that were not stored: exchange, kind, first day, then what the table has. */
const bands = Object.entries(CHANGES).flatMap(([exchange, changes]) =>
  changes.map(
    ([day, percent]) => `('${exchange}', '${day}', ${percent / 100}, NULL, NULL, '${BANDS_TO_2013}')`,
  ),
);

/**
 * Ticks, bands and lots hold for a kind of security: a fund traded on an exchange has other ticks than the stocks
 * there. A kind without rules of its own has those of stocks, so that the stored ones keep their meaning. Bands also say
 * after how many sessions without a trade a wider one holds, and every rule where it stands. What held on the
 * exchanges before the oldest stored rule is added, so that limits of history are those of their day.
 */
export class RulesByKind1795407152976 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE security DROP CONSTRAINT security_type, ADD CONSTRAINT security_type
        CHECK (security_type IN (${KINDS}, 'index', 'derivative'))`);
    for (const table of TABLES) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN security_type text NOT NULL DEFAULT 'stock',
          ADD COLUMN source text,
          ADD CONSTRAINT ${table}_security_type CHECK (security_type IN (${KINDS})),
          DROP CONSTRAINT ${table}_pkey, ADD CONSTRAINT ${table}_pkey PRIMARY KEY (${KEYS[table]})`);
    }
    await runner.query(`
      ALTER TABLE market_band
        ALTER COLUMN first_day_band DROP NOT NULL,
        ADD COLUMN resumption_sessions integer,
        ADD COLUMN resumption_band double precision,
        ADD CONSTRAINT market_band_resumption
          CHECK (resumption_sessions > 0 AND resumption_band > 0 AND resumption_band < 1)`);
    await runner.query(`
      UPDATE market_band SET resumption_sessions = CASE exchange WHEN 'HOSE' THEN 45 ELSE 25 END,
        resumption_band = first_day_band, source = CASE exchange
          WHEN 'HOSE' THEN '${HOSE_2016}' WHEN 'HNX' THEN '${HNX_2018}' ELSE '${ON_UPCOM}' END
      WHERE maker = 'shipped'`);
    await runner.query(`
      UPDATE market_tick SET source = CASE exchange WHEN 'HOSE' THEN '${HOSE_2016}' ELSE '${HNX_2018}' END
      WHERE maker = 'shipped'`);
    await runner.query(`
      INSERT INTO market_band (exchange, valid_from, band, first_day_band, resumption_sessions, source, resumption_band, maker)
      SELECT exchange, valid_from::date, band, first_day_band, resumption_sessions, source,
        CASE WHEN resumption_sessions IS NOT NULL THEN first_day_band END, 'shipped'
      FROM (VALUES ${bands.join(', ')},
        ('UPCOM', '2009-06-24', 0.1, NULL, NULL, '${ON_UPCOM}'),
        ('HOSE', '2016-09-12', 0.07, 0.2, 25, '${HOSE_2016}')
      ) rule (exchange, valid_from, band, first_day_band, resumption_sessions, source)
      ON CONFLICT DO NOTHING`);
    await runner.query(`
      INSERT INTO market_tick (exchange, security_type, valid_from, price_from, tick, source, maker) VALUES
        ('HOSE', 'stock', '2000-07-28', 0, 100, '${HOSE_TO_2016}', 'shipped'),
        ('HOSE', 'stock', '2000-07-28', 50000, 500, '${HOSE_TO_2016}', 'shipped'),
        ('HOSE', 'stock', '2000-07-28', 100000, 1000, '${HOSE_TO_2016}', 'shipped'),
        ('HOSE', 'etf', '2016-09-12', 0, 10, '${HOSE_2016}', 'shipped'),
        ('HOSE', 'fund_certificate', '2016-09-12', 0, 10, '${HOSE_2016}', 'shipped'),
        ('HOSE', 'covered_warrant', '2019-06-28', 0, 10, 'Covered warrants of HOSE, traded from 28 June 2019', 'shipped'),
        ('HNX', 'stock', '2005-03-08', 0, 100, '${HNX_2018}', 'shipped'),
        ('UPCOM', 'stock', '2009-06-24', 0, 100, '${ON_UPCOM}', 'shipped')
      ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM market_band
      WHERE security_type <> 'stock' OR first_day_band IS NULL
        OR (maker = 'shipped' AND (exchange, valid_from) = ('HOSE', date '2016-09-12'))`);
    await runner.query(`
      DELETE FROM market_tick
      WHERE security_type <> 'stock' OR (maker = 'shipped' AND valid_from < '2013-01-15')`);
    await runner.query(`DELETE FROM market_lot WHERE security_type <> 'stock'`);
    await runner.query(`
      ALTER TABLE market_band
        DROP CONSTRAINT market_band_resumption, DROP COLUMN resumption_sessions, DROP COLUMN resumption_band,
        ALTER COLUMN first_day_band SET NOT NULL`);
    for (const table of TABLES) {
      await runner.query(`
        ALTER TABLE ${table}
          DROP CONSTRAINT ${table}_pkey, DROP COLUMN security_type, DROP COLUMN source,
          ADD CONSTRAINT ${table}_pkey PRIMARY KEY (${KEYS[table].replace('security_type, ', '')})`);
    }
    await runner.query(`
      UPDATE security SET security_type = 'fund_certificate' WHERE security_type IN ('etf', 'closed_end_fund')`);
    await runner.query(
      `UPDATE security SET security_type = 'derivative' WHERE security_type = 'covered_warrant'`,
    );
    await runner.query(`
      ALTER TABLE security DROP CONSTRAINT security_type, ADD CONSTRAINT security_type
        CHECK (security_type IN ('stock', 'index', 'derivative', 'fund_certificate'))`);
  }
}
