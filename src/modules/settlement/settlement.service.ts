import { Injectable } from '@nestjs/common';
import type { Actor, Editor } from '../../auth/caller.js';
import type { List } from '../../database/lists/list.js';
import type { Item, Replacement } from '../../database/records/stored-item.js';
import { HOME } from '../../market/calendar.sql.js';
import { ShippedData, type ShippedPart } from '../dataset/shipped-data.js';
import { RecordWriter } from '../record/record-writer.js';
import { SETTLEMENT } from './settlement.data-set.js';
import type { SettlementKeyQuery, SettlementQuery, SettlementWrite } from './settlement.dto.js';
import { SettlementRepository } from './settlement.repository.js';

/** First year of the shipped calendar: earlier years followed other practices. */
const FIRST_YEAR = 2015;

/** The settlement calendar and the stored settlement resource. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly days: SettlementRepository,
    private readonly writer: RecordWriter,
    private readonly shippedData: ShippedData,
  ) {}

  /** Lists open and closed days with their settlement date; Vietnam's if no country is given. */
  reference(query: SettlementQuery): List {
    return this.days.reference({ ...query, country: query.country ?? HOME });
  }

  /** Lists the stored days of all countries. */
  metadata(query: SettlementQuery): List {
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
  replace(day: SettlementWrite, editor: Editor): Promise<Replacement> {
    return this.writer.replace(SETTLEMENT, day, editor);
  }

  replaceById(id: string, day: SettlementWrite, editor: Editor): Promise<Item> {
    return this.writer.replaceById(SETTLEMENT, id, day, editor);
  }

  remove(id: string, editor: Editor): Promise<Item> {
    return this.writer.remove(SETTLEMENT, id, editor);
  }

  /** Deletes by (country, date); RecordNotFound when there is none. */
  removeByKey(key: SettlementKeyQuery, editor: Editor): Promise<Item> {
    return this.writer.removeByKey(SETTLEMENT, key, editor);
  }

  /** Loads the years of the Vietnamese calendar that are not loaded yet, to the end of next year. */
  loadShipped(today: Date): Promise<number> {
    const years = today.getUTCFullYear() + 1 - FIRST_YEAR + 1;
    return this.shippedData.load(
      Array.from({ length: years }, (_, index) => calendarPart(FIRST_YEAR + index)),
    );
  }
}

/** One year of the Vietnamese calendar. */
function calendarPart(year: number): ShippedPart {
  return {
    name: `settlement VN ${year}`,
    dataSet: SETTLEMENT,
    // Imported only when a year is missing, which is once a year: the lunar calendar is a large module.
    records: async () => (await import('./vietnam-calendar.js')).vietnamCalendar(year, year),
  };
}
