import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Caller } from '../../auth/caller.js';
import { ROLES } from '../../auth/permissions.js';
import { type IssuedToken, TokenService } from '../../auth/token.service.js';
import { CONFIG, type Config } from '../../config/config.js';
import type { List } from '../../database/lists/list.js';
import { InvalidInput, requireExisting } from '../../errors/domain-errors.js';
import { Invalid, uuidKind } from '../../kinds/kinds.js';
import type { CallerRecord, NewToken, TokenQuery } from './token.dto.js';
import { TokenListRepository } from './token-list.repository.js';

/** The nil UUID, which no token has. */
const NO_TOKEN = '00000000-0000-0000-0000-000000000000';

/** Tokens for callers who may manage them, and every caller's own token. */
@Injectable()
export class TokenAdministration {
  constructor(
    private readonly tokens: TokenService,
    private readonly records: TokenListRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Tokens without their secrets. */
  list(query: TokenQuery, actor: Actor): List {
    return this.records.list({ ...query, currentId: tokenOf(actor.caller) });
  }

  /** JSON text of one token, without its secret. */
  async find(id: string, actor: Actor): Promise<string> {
    return requireExisting(await this.records.find(id, tokenOf(actor.caller)), 'token', id);
  }

  /** Issues a token. */
  async issue({ kind = 'user', role, principal, expires }: NewToken, actor: Actor): Promise<IssuedToken> {
    if (kind === 'user' && (principal ?? undefined) === undefined) {
      throw new InvalidInput([
        { pointer: '/principal', code: 'required', detail: 'a token of kind user needs its principal' },
      ]);
    }
    const expiresAt = typeof expires === 'number' ? new Date(Date.now() + expires) : null;
    return this.tokens.issue({ kind, role, principal: principal ?? null, expiresAt, author: actor });
  }

  /** Revokes a token; returns its JSON text, or null when it was revoked before. */
  async revoke(id: string, actor: Actor): Promise<string | null> {
    await this.find(id, actor);
    return (await this.tokens.revoke(id, actor)) ? this.find(id, actor) : null;
  }

  /** Who is calling. */
  async self(caller: Caller): Promise<CallerRecord> {
    const { id, kind, role, principal } = caller;
    const own = tokenOf(caller);
    const callerText = await this.records.find(own, own);
    const expiresAt = callerText === undefined ? null : (JSON.parse(callerText) as CallerRecord).expires_at;
    return {
      ...{ kind, role, principal, id },
      permissions: [...ROLES[role]],
      self_approval: this.config.SELF_APPROVAL === 'allowed',
      expires_at: expiresAt,
    };
  }
}

/** Identifier of the caller's own token; {@link NO_TOKEN} for a provider's. */
function tokenOf(caller: Caller): string {
  const id = uuidKind.fromText(caller.id);
  return id instanceof Invalid ? NO_TOKEN : id;
}
