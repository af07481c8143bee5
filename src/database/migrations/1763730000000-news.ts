import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Control columns that every record table carries. */
const CONTROL_COLUMNS = `id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL`;

/**
 * News, trading suggestions, market insight, order books and the economic calendar.
 *
 * `id` is the surrogate of every record table, so that a publisher's own identifier is `news_id`,
 * `suggestion_id`, `insight_id`.
 */
export class News1763730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE news (
        news_id text COLLATE "C" NOT NULL,
        title text NOT NULL,
        summary text,
        url text,
        image_url text,
        source text NOT NULL,
        source_type text NOT NULL,
        category text NOT NULL,
        tickers text[] NOT NULL DEFAULT '{}',
        language text NOT NULL DEFAULT 'vi',
        published_at timestamptz NOT NULL,
        sentiment text,
        sentiment_score double precision,
        ${CONTROL_COLUMNS},
        CONSTRAINT news_pkey PRIMARY KEY (news_id),
        CONSTRAINT news_source_type CHECK (source_type IN ('exchange', 'own', 'press')),
        CONSTRAINT news_category CHECK (category IN ('securities', 'business', 'real_estate', 'commodities', 'finance', 'macro', 'economy_and_investment', 'world', 'indochina', 'personal_finance', 'analysis')),
        CONSTRAINT news_sentiment CHECK (sentiment IN ('positive', 'neutral', 'negative')),
        CONSTRAINT news_sentiment_score CHECK (sentiment_score >= -1 AND sentiment_score <= 1)
      )`);
    await runner.query(`CREATE INDEX news_id ON news (id)`);
    // Lists are newest first, as a whole and within a category.
    await runner.query(`CREATE INDEX news_by_time ON news (published_at DESC, news_id)`);
    await runner.query(`CREATE INDEX news_by_category ON news (category, published_at DESC, news_id)`);
    await runner.query(`CREATE INDEX news_tickers ON news USING gin (tickers)`);
    // Words with and without diacritics: docs/adr/0011-reference-search.md.
    await runner.query(`CREATE INDEX news_words ON news USING gin (search_words(title, summary))`);

    await runner.query(`
      CREATE TABLE trading_suggestion (
        suggestion_id text COLLATE "C" NOT NULL,
        ticker text COLLATE "C" NOT NULL,
        side text NOT NULL,
        target_price double precision,
        stop_price double precision,
        horizon text,
        rationale text,
        author text,
        published_at timestamptz NOT NULL,
        ${CONTROL_COLUMNS},
        CONSTRAINT trading_suggestion_pkey PRIMARY KEY (suggestion_id),
        CONSTRAINT trading_suggestion_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT trading_suggestion_side CHECK (side IN ('buy', 'hold', 'sell')),
        CONSTRAINT trading_suggestion_prices CHECK (target_price >= 0 AND target_price < 'Infinity' AND stop_price >= 0 AND stop_price < 'Infinity')
      )`);
    await runner.query(`CREATE INDEX trading_suggestion_id ON trading_suggestion (id)`);
    await runner.query(
      `CREATE INDEX trading_suggestion_by_time ON trading_suggestion (published_at DESC, suggestion_id)`,
    );
    await runner.query(
      `CREATE INDEX trading_suggestion_by_ticker ON trading_suggestion (ticker, published_at DESC, suggestion_id)`,
    );

    await runner.query(`
      CREATE TABLE market_insight (
        insight_id text COLLATE "C" NOT NULL,
        type text NOT NULL,
        title text NOT NULL,
        body text,
        author text,
        tickers text[] NOT NULL DEFAULT '{}',
        published_at timestamptz NOT NULL,
        ${CONTROL_COLUMNS},
        CONSTRAINT market_insight_pkey PRIMARY KEY (insight_id),
        CONSTRAINT market_insight_type CHECK (type ~ '^[a-z][a-z0-9_]{0,49}$')
      )`);
    await runner.query(`CREATE INDEX market_insight_id ON market_insight (id)`);
    await runner.query(
      `CREATE INDEX market_insight_by_time ON market_insight (published_at DESC, insight_id)`,
    );
    await runner.query(`CREATE INDEX market_insight_tickers ON market_insight USING gin (tickers)`);
    await runner.query(
      `CREATE INDEX market_insight_words ON market_insight USING gin (search_words(title, body))`,
    );

    await runner.query(`
      CREATE TABLE market_depth (
        ticker text COLLATE "C" NOT NULL,
        timestamp timestamptz NOT NULL,
        bids jsonb NOT NULL DEFAULT '[]',
        asks jsonb NOT NULL DEFAULT '[]',
        ${CONTROL_COLUMNS},
        CONSTRAINT market_depth_pkey PRIMARY KEY (ticker, timestamp),
        CONSTRAINT market_depth_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT market_depth_sides CHECK (jsonb_typeof(bids) = 'array' AND jsonb_typeof(asks) = 'array')
      )`);
    await runner.query(`CREATE INDEX market_depth_id ON market_depth (id)`);

    await runner.query(`
      CREATE TABLE economic_event (
        date date NOT NULL,
        organiser text COLLATE "C" NOT NULL,
        event_name text COLLATE "C" NOT NULL,
        location text COLLATE "C" NOT NULL,
        country text COLLATE "C",
        importance text,
        actual double precision,
        forecast double precision,
        previous double precision,
        unit text,
        ${CONTROL_COLUMNS},
        CONSTRAINT economic_event_pkey PRIMARY KEY (date, organiser, event_name, location),
        CONSTRAINT economic_event_country CHECK (country ~ '^[A-Z]{2}$'),
        CONSTRAINT economic_event_importance CHECK (importance IN ('low', 'medium', 'high'))
      )`);
    await runner.query(`CREATE INDEX economic_event_id ON economic_event (id)`);
    await runner.query(
      `CREATE INDEX economic_event_by_date ON economic_event (date DESC, organiser, event_name, location)`,
    );
    await runner.query(
      `CREATE INDEX economic_event_words ON economic_event USING gin (search_words(organiser, event_name, location))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['economic_event', 'market_depth', 'market_insight', 'trading_suggestion', 'news']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
