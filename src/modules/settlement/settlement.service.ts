import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { checkDateRange, type ListSource } from '../../http/list.js';
import type { Item } from '../../http/reply.js';
import { RecordWriter } from '../dataset/record-writer.js';
import { SETTLEMENT } from './settlement.data-set.js';
import type { SettlementKeyQuery, SettlementQuery, SettlementWrite } from './settlement.dto.js';
import { SettlementRepository } from './settlement.repository.js';
import { vietnamCalendar } from './vietnam-calendar.js';

/** First year of the shipped calendar: earlier years followed other habits. */
const FIRST_YEAR = 2015;
/** A reference list without a country means the service's own market. */
const HOME = 'VN';

/** The settlement calendar and the stored settlement resource. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly days: SettlementRepository,
    private readonly writer: RecordWriter,
  ) {}

  /** Open and closed days with their settlement date; Vietnam's when no country is named. */
  reference(query: SettlementQuery): ListSource {
    checkDateRange(query);
    query.country ??= HOME;
    return this.days.reference(query);
  }

  /** The stored days of all countries. */
  metadata(query: SettlementQuery): ListSource {
    checkDateRange(query);
    return this.days.metadata(query);
  }

  find(id: string): Promise<Item> {
    return this.writer.find(SETTLEMENT, id);
  }

  /** Creates a day; RecordExists when (country, date) is taken. */
  create(day: SettlementWrite, actor: Actor): Promise<Item> {
    return this.writer.create(SETTLEMENT, day, actor);
  }

  /** Creates or replaces by (country, date). */
  replace(
    day: SettlementWrite,
    actor: Actor,
    tags?: readonly string[],
  ): Promise<{ item: Item; isNew: boolean }> {
    return this.writer.replace(SETTLEMENT, day, actor, tags);
  }

  replaceById(id: string, day: SettlementWrite, actor: Actor, tags?: readonly string[]): Promise<Item> {
    return this.writer.replaceById(SETTLEMENT, id, day, actor, tags);
  }

  remove(id: string, actor: Actor, tags?: readonly string[]): Promise<Item> {
    return this.writer.remove(SETTLEMENT, id, actor, tags);
  }

  removeByKey(key: SettlementKeyQuery, actor: Actor, tags?: readonly string[]): Promise<Item> {
    return this.writer.removeByKey(SETTLEMENT, key, actor, tags);
  }

  /** Loads the years of the Vietnamese calendar that are not loaded yet, to the end of next year. */
  async loadShipped(today: Date): Promise<number> {
    let rows = 0;
    for (let year = FIRST_YEAR; year <= today.getUTCFullYear() + 1; year++) {
      rows += await this.days.loadShipped(`settlement VN ${year}`, vietnamCalendar(year, year));
    }
    return rows;
  }
}
