import { type DataSet, storedItem } from '../dataset/data-set.js';
import { EconomicEventWrite } from './economic-event.dto.js';

/** The economic calendar. */
export const ECONOMIC_EVENT: DataSet<EconomicEventWrite> = {
  name: 'economic_event',
  title: 'Economic calendar',
  table: 'economic_event',
  key: ['date', 'organiser', 'event_name', 'location'],
  record: EconomicEventWrite,
  dateColumn: 'date',
  path: '/svc/record/economic_event',
  itemJson: storedItem(EconomicEventWrite),
  columnNames: {
    organiser: ['organizer', 'source'],
    event_name: ['event', 'name', 'title'],
    location: ['place'],
    forecast: ['consensus', 'expected'],
  },
};
