import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { permits } from '../auth/permissions.js';
import { CONFIG, type Config } from '../config/config.js';
import { NotPermitted } from '../errors/domain-errors.js';

/** Decides who may see unapproved quotes, by `QUOTE_PUBLICATION`. */
@Injectable()
export class Publication {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The quotes that GET /quote shows by default. */
  get standard(): 'all' | 'approved' {
    return this.config.QUOTE_PUBLICATION;
  }

  /** Throws NotPermitted unless unapproved quotes are published or the caller writes or approves quotes. */
  refuseStranger(caller: Caller): void {
    if (this.config.QUOTE_PUBLICATION === 'all') return;
    if (permits(caller.role, 'quote:write') || permits(caller.role, 'quote:approve')) return;
    throw new NotPermitted(
      'Unapproved quotes are not published; seeing them needs quote:write or quote:approve',
    );
  }
}
