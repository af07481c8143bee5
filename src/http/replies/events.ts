import { uuidKind } from '../../kinds/kinds.js';
import { Shown } from '../fields/fields.js';

/** Body of an answered DELETE: the status of the event. */
export class DeletedEvent {
  @Shown(uuidKind, 'Identifier of the deleted record.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown({ schema: { type: 'string' } }, 'What happened.', 'deleted') status: string;
  @Shown(
    { schema: { type: 'string', format: 'date-time' } },
    'Time of the event, UTC.',
    '2024-01-31T08:15:02.123456Z',
  )
  timestamp: string;
}
