import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Caller } from '../../auth/caller.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { InvalidInput, RecordNotFound, requireExisting } from '../../errors/domain-errors.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind, Invalid } from '../../kinds/kinds.js';
import { Publication } from '../../market/publication.js';
import { QuoteChecks } from '../quote-check/quote-checks.js';
import { DATA_SETS, type DataSet, type DataSets } from './data-set.js';
import { FlaggedRepository } from './flagged.repository.js';

/** What is doubtful about stored records. */
@Injectable()
export class FlaggedService {
  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly repository: FlaggedRepository,
    private readonly publication: Publication,
    private readonly checks: QuoteChecks,
  ) {}

  /** Doubtful records of a data set; throws NotPermitted if the caller may not see its unpublished records. */
  async list(
    name: DataSetName,
    { flag, ...query }: PageRequest & { flag?: string; dismissed?: boolean },
    caller: Caller,
  ): Promise<List> {
    const dataSet = this.dataSets[name];
    if (dataSet.isPublished !== undefined) this.publication.refuseStranger(caller);
    return this.repository.list({
      ...query,
      dataSet,
      isCurrent: await this.isCurrent(dataSet),
      ...(flag !== undefined && { flag: flagOf(dataSet, flag) }),
    });
  }

  /**
   * Dismisses the flags of a record and returns its JSON text, null if it has none. They are shown again when the
   * record changes. Throws {@link RecordNotFound}.
   */
  async dismiss(name: DataSetName, id: string, reason: string, actor: Actor): Promise<string | null> {
    const dataSet = this.dataSets[name];
    await this.isCurrent(dataSet);
    return requireExisting(await this.repository.dismiss({ dataSet, id, reason, actor }), name, id).json;
  }

  /** Shows the flags of a record again: its JSON text, null if none were dismissed. Throws {@link RecordNotFound}. */
  async revoke(name: DataSetName, id: string, reason: string, actor: Actor): Promise<string | null> {
    const dataSet = this.dataSets[name];
    return requireExisting(await this.repository.revoke({ dataSet, id, reason, actor }), name, id).json;
  }

  /** Whether the flags cover everything written by now; waits for that as long as a reader may wait. */
  private async isCurrent({ flagsAreStored }: DataSet): Promise<boolean> {
    return flagsAreStored === undefined || this.checks.catchUp();
  }
}

function flagOf(dataSet: DataSet, name: string): string {
  const flag = choiceKind(Object.keys(dataSet.flags)).fromText(name);
  if (flag instanceof Invalid) {
    throw new InvalidInput([{ parameter: 'flag', code: flag.code, detail: flag.detail }]);
  }
  return flag;
}
