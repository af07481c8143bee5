import { uuidKind } from '../../kinds/kinds.js';
import { Shown } from '../fields/fields.js';

/** Body of an answered DELETE: the status of the event. */
export class DeletedEvent {
  @Shown(uuidKind, {
    description: 'Identifier that the record had.',
    example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  id: string;
  @Shown({ schema: { type: 'string' } }, { description: 'What happened.', example: 'deleted' })
  status: string;
  @Shown(
    { schema: { type: 'string', format: 'date-time' } },
    { description: 'When, UTC.', example: '2024-01-31T08:15:02.123456Z' },
  )
  timestamp: string;
}
