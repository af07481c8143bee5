import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor, Caller, Editor } from '../../auth/caller.js';
import { CurrentActor, CurrentCaller, CurrentEditor, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import {
  CreateOne,
  DeleteOne,
  DocumentIfMatch,
  ReadList,
  ReadStored,
  ReplaceOne,
} from '../../http/docs/operations.js';
import { IsFresh, RecordId } from '../../http/fields/params.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { DeletedEvent } from '../../http/replies/events.js';
import { created, event, ok, type Reply, replaced } from '../../http/replies/reply.js';
import { Expensive } from '../../limits/expensive.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { QUOTE } from './quote.data-set.js';
import {
  QuoteKeyQuery,
  QuoteMetadata,
  QuoteQuery,
  QuoteRecord,
  QuoteWrite,
  StoredQuoteQuery,
  StoredQuoteRecord,
} from './quote.dto.js';
import { QuoteService } from './quote.service.js';
import { QuoteGapRecord } from './quote-gap.dto.js';

/** Published quotes and the stored quote resource. */
@Controller()
export class QuoteController {
  constructor(private readonly quotes: QuoteService) {}

  @Expensive(
    ({ ticker, adjusted, interval, total, offset }) =>
      ticker === undefined && (adjusted ?? interval ?? total ?? offset) !== undefined,
  )
  @ReadsFrom({
    needs: { quote: 'bars of the security' },
    adds: {
      corporate_action: 'adjusted prices and volumes',
      daily_statistic: 'stored limits, matched and negotiated trading',
      security: 'exchange and kind, which limits follow from',
      settlement: 'open days',
    },
  })
  @ReadList('quote', QuoteRecord, {
    operationId: 'listQuotes',
    unit: 'VND',
    summary: 'Historical trades of securities',
    description:
      'Daily, weekly or monthly bars, newest first: (date descending, ticker ascending); on request adjusted for corporate actions, or with the market data of each day.',
  })
  @ApiTags('Trade')
  @Requires('market-data:read')
  list(@Query() query: QuoteQuery, @CurrentCaller() caller: Caller, @IsFresh() isFresh: boolean): List {
    return this.quotes.list(query, caller, isFresh);
  }

  @Expensive(({ ticker }) => ticker === undefined)
  @ReadsFrom({ needs: { quote: 'bars of the security', settlement: 'open days of the calendar' } })
  @ReadList('quote/gaps', QuoteGapRecord, {
    operationId: 'listQuoteGaps',
    summary: 'Trading days without a quote',
    description:
      'Open days of the Vietnamese settlement calendar without a published quote, strictly between the first and the last published quote of each ticker; newest first: (date descending, ticker ascending).',
  })
  @ApiTags('Trade')
  @Requires('market-data:read')
  gaps(@Query() query: TickerRangeQuery): Promise<List> {
    return this.quotes.gaps(query);
  }

  @Expensive(({ ticker, total, offset }) => ticker === undefined && (total ?? offset) !== undefined)
  @ReadsFrom({ needs: { quote: 'the records' }, unapproved: true })
  @ReadList('svc/quote', QuoteMetadata, {
    operationId: 'listStoredQuotes',
    summary: 'Base metadata of stored quotes',
    description: 'Control and approval attributes of each stored quote, newest date first.',
  })
  @ApiTags('Quote resource')
  @Requires('market-data:read')
  metadata(@Query() query: StoredQuoteQuery): List {
    return this.quotes.metadata(query);
  }

  @ReadsFrom({ needs: { quote: 'the record' }, unapproved: true })
  @ReadStored('svc/quote/:id', StoredQuoteRecord, {
    operationId: 'getStoredQuote',
    description:
      'The record as stored, approved or not, with its control and approval attributes. Its ETag is the value for If-Match.',
    summary: 'A stored quote by its identifier',
  })
  @ApiTags('Quote resource')
  @Requires('market-data:read')
  async find(@RecordId() id: string, @CurrentCaller() caller: Caller): Promise<Reply> {
    return ok(await this.quotes.find(id, caller));
  }

  @CreateOne('svc/quote', StoredQuoteRecord, {
    operationId: 'createQuote',
    summary: 'Create a quote',
    description:
      'Inserts one quote. If (ticker, date) already exists, the response is 303 and nothing changes.',
  })
  @ApiTags('Quote resource')
  @Requires('quote:write')
  async create(@Body() quote: QuoteWrite, @CurrentActor() actor: Actor): Promise<Reply> {
    return created(await this.quotes.create(quote, actor), QUOTE.path);
  }

  @ReplaceOne('svc/quote', StoredQuoteRecord, {
    operationId: 'putQuote',
    summary: 'Create or replace a quote by (ticker, date)',
    description:
      'Atomic under concurrency. Values that differ from the approved ones reset the quote to not approved; the same values change nothing.',
  })
  @ApiTags('Quote resource')
  @Requires('quote:write')
  @DocumentIfMatch()
  async replace(@Body() quote: QuoteWrite, @CurrentEditor() editor: Editor): Promise<Reply> {
    return replaced(await this.quotes.replace(quote, editor), QUOTE.path);
  }

  @ReplaceOne('svc/quote/:id', StoredQuoteRecord, {
    operationId: 'putStoredQuote',
    summary: 'Replace a quote by its identifier',
    description: 'The body repeats the natural key of the record; a different key is 400.',
  })
  @ApiTags('Quote resource')
  @Requires('quote:write')
  @DocumentIfMatch()
  async replaceById(
    @RecordId() id: string,
    @Body() quote: QuoteWrite,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return ok(await this.quotes.replaceById(id, quote, editor));
  }

  @DeleteOne('svc/quote/:id', DeletedEvent, {
    operationId: 'deleteStoredQuote',
    description: 'The record is removed; its values and who deleted it remain in the audit trail.',
    summary: 'Delete a quote by its identifier',
  })
  @ApiTags('Quote resource')
  @Requires('quote:write')
  @DocumentIfMatch()
  async remove(@RecordId() id: string, @CurrentEditor() editor: Editor): Promise<Reply> {
    return event(await this.quotes.remove(id, editor));
  }

  @DeleteOne('svc/quote', DeletedEvent, {
    operationId: 'deleteQuote',
    description: 'The record is removed; its values and who deleted it remain in the audit trail.',
    summary: 'Delete a quote by (ticker, date)',
  })
  @ApiTags('Quote resource')
  @Requires('quote:write')
  @DocumentIfMatch()
  async removeByKey(@Query() key: QuoteKeyQuery, @CurrentEditor() editor: Editor): Promise<Reply> {
    return event(await this.quotes.removeByKey(key, editor));
  }
}
