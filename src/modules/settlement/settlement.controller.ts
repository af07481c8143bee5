import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor, Editor } from '../../auth/caller.js';
import { CurrentActor, CurrentEditor, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import {
  CreateOne,
  DeleteOne,
  DocumentIfMatch,
  ReadList,
  ReadStored,
  ReplaceOne,
} from '../../http/docs/operations.js';
import { RecordId } from '../../http/fields/params.js';
import { DeletedEvent } from '../../http/replies/events.js';
import { created, event, ok, type Reply, replaced } from '../../http/replies/reply.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { MayBeProposed } from '../proposal/proposal.dto.js';
import { SETTLEMENT } from './settlement.data-set.js';
import {
  SettlementKeyQuery,
  SettlementMetadata,
  SettlementQuery,
  SettlementWrite,
  StoredSettlementDay,
} from './settlement.dto.js';
import { SettlementService } from './settlement.service.js';

/** The stored settlement resource. */
@ApiTags('Settlement resource')
@Controller('svc/settlement')
export class SettlementController {
  constructor(private readonly settlement: SettlementService) {}

  @ReadsFrom({ needs: { settlement: 'the records' } })
  @ReadList('', SettlementMetadata, {
    operationId: 'listStoredSettlementDays',
    summary: 'Stored settlement days',
    description: 'Every stored day of every country, newest first.',
  })
  @Requires('market-data:read')
  list(@Query() query: SettlementQuery): List {
    return this.settlement.metadata(query);
  }

  @ReadsFrom({ needs: { settlement: 'the record' } })
  @ReadStored(':id', StoredSettlementDay, {
    operationId: 'getStoredSettlementDay',
    description: 'The record as stored, with its identifier. Its ETag is the value for If-Match.',
    summary: 'A stored settlement day by its identifier',
  })
  @Requires('market-data:read')
  async find(@RecordId() id: string): Promise<Reply> {
    return ok(await this.settlement.find(id));
  }

  @CreateOne('', StoredSettlementDay, {
    operationId: 'createSettlementDay',
    summary: 'Create a settlement day',
    description: 'If (country, date) already exists, the response is 303 and nothing changes.',
  })
  @Requires('settlement:write')
  @MayBeProposed()
  async create(@Body() day: SettlementWrite, @CurrentActor() actor: Actor): Promise<Reply> {
    return created(await this.settlement.create(day, actor), SETTLEMENT.path);
  }

  @ReplaceOne('', StoredSettlementDay, {
    operationId: 'putSettlementDay',
    summary: 'Create or replace a settlement day by (country, date)',
    description: 'Atomic under concurrency; the same values change nothing.',
  })
  @Requires('settlement:write')
  @MayBeProposed()
  @DocumentIfMatch()
  async replace(@Body() day: SettlementWrite, @CurrentEditor() editor: Editor): Promise<Reply> {
    return replaced(await this.settlement.replace(day, editor), SETTLEMENT.path);
  }

  @ReplaceOne(':id', StoredSettlementDay, {
    operationId: 'putStoredSettlementDay',
    summary: 'Replace a settlement day by its identifier',
    description: 'The body repeats the natural key of the record; a different key is 400.',
  })
  @Requires('settlement:write')
  @MayBeProposed()
  @DocumentIfMatch()
  async replaceById(
    @RecordId() id: string,
    @Body() day: SettlementWrite,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return ok(await this.settlement.replaceById(id, day, editor));
  }

  @DeleteOne(':id', DeletedEvent, {
    operationId: 'deleteStoredSettlementDay',
    description: 'The record is removed; its values and who deleted it remain in the audit trail.',
    summary: 'Delete a settlement day by its identifier',
  })
  @Requires('settlement:write')
  @MayBeProposed()
  @DocumentIfMatch()
  async remove(@RecordId() id: string, @CurrentEditor() editor: Editor): Promise<Reply> {
    return event(await this.settlement.remove(id, editor));
  }

  @DeleteOne('', DeletedEvent, {
    operationId: 'deleteSettlementDay',
    description: 'The record is removed; its values and who deleted it remain in the audit trail.',
    summary: 'Delete a settlement day by (country, date)',
  })
  @Requires('settlement:write')
  @MayBeProposed()
  @DocumentIfMatch()
  async removeByKey(@Query() key: SettlementKeyQuery, @CurrentEditor() editor: Editor): Promise<Reply> {
    return event(await this.settlement.removeByKey(key, editor));
  }
}
