import { Body, Controller, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Actor, Caller } from '../../auth/caller.js';
import { CurrentActor, CurrentCaller, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { Action, Answers, Problems, ReadList, ReadOne } from '../../http/docs/operations.js';
import { RecordId } from '../../http/fields/params.js';
import { answer, answerOrNoContent, Reply } from '../../http/replies/reply.js';
import { CallerRecord, IssuedTokenRecord, NewToken, TokenQuery, TokenRecord } from './token.dto.js';
import { TokenAdministration } from './token-administration.service.js';

/** Bearer tokens over HTTP: the same as the token command. */
@ApiTags('Token')
@Controller('svc/token')
export class TokenController {
  constructor(private readonly tokens: TokenAdministration) {}

  @ReadList('', TokenRecord, {
    operationId: 'listTokens',
    summary: 'Bearer tokens',
    description: 'Every token without its secret, newest first; expired and revoked ones are kept.',
  })
  @Requires('token:manage')
  list(@Query() query: TokenQuery, @CurrentActor() actor: Actor): List {
    return this.tokens.list(query, actor);
  }

  @Action('', 201, {
    operationId: 'createToken',
    summary: 'Create a token',
    description:
      'The response contains the secret, only this once, and must not be stored by caches. `Idempotency-Key` has no effect here: replaying a response would mean keeping the secret.',
  })
  @Answers(201, IssuedTokenRecord, 'Created; `token` is shown only once.', ['Location'])
  @Problems(400, 413, 415)
  @Requires('token:manage')
  async create(@Body() token: NewToken, @CurrentActor() actor: Actor): Promise<Reply> {
    return issueReply(await this.tokens.issue(token, actor));
  }

  @ReadOne('self', CallerRecord, {
    operationId: 'readCaller',
    summary: 'Current caller',
    description: 'Principal, role and permissions of the credential used for this request.',
  })
  @Requires('market-data:read')
  async self(@CurrentCaller() caller: Caller): Promise<Reply> {
    return answer(await this.tokens.self(caller));
  }

  @ReadOne(':id', TokenRecord, {
    operationId: 'readToken',
    description: 'Its role, principal, validity and last use.',
    summary: 'One token, without its secret',
  })
  @Requires('token:manage')
  async find(@RecordId() id: string, @CurrentActor() actor: Actor): Promise<Reply> {
    return answer(await this.tokens.find(id, actor));
  }

  @Action(':id/revoke', 200, {
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'Refused from now on, by other instances of the service within 5 seconds. The token used for this request may be revoked too: this response is then the last it receives, and has `current` true.',
    example: { state: 'revoked', revoked_at: '2024-02-02T02:00:00.000000Z' },
  })
  @Answers(200, TokenRecord, 'Revoked; the body is the token.')
  @ApiResponse({ status: 204, description: 'Already revoked; nothing changed.' })
  @Problems(400, 404)
  @Requires('token:manage')
  async revoke(@RecordId() id: string, @CurrentActor() actor: Actor): Promise<Reply> {
    return answerOrNoContent(await this.tokens.revoke(id, actor));
  }
}

/** 201 with the secret, which no cache may store. */
function issueReply(token: { id: string }): Reply {
  return new Reply(201, JSON.stringify(token), {
    Location: `/svc/token/${token.id}`,
    'Cache-Control': 'no-store',
  });
}
