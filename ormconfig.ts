import { DataSource } from 'typeorm';
import { ApiToken, PrincipalRole, SubjectRole } from './src/auth/token.entity.js';
import { DATA_SETS } from './src/data-sets.js';
import type { PostgresAddress } from './src/database/connection/connection.js';
import { type DataSourceUse, dataSourceSettings } from './src/database/schema/data-source.js';
import { AuditEvent } from './src/modules/audit/audit-event.entity.js';
import { Webhook } from './src/modules/event/webhook/webhook.entity.js';
import { WebhookDelivery } from './src/modules/event/webhook/webhook-delivery.entity.js';
import { Quarantine } from './src/modules/quality/quarantine.entity.js';
import { SourcePayload, SourcePayloadPart } from './src/modules/source/payload.entity.js';
import { ReadFile } from './src/modules/source/read-file.entity.js';
import { Source, SourceRun, SourceUnit } from './src/modules/source/source.entity.js';

/** Every entity, of the data sets and of the other tables; the drift check compares them with the migrations. */
const ENTITIES = [
  ...Object.values(DATA_SETS).map(({ entity }) => entity),
  ApiToken,
  AuditEvent,
  PrincipalRole,
  Quarantine,
  Source,
  SourceRun,
  SourceUnit,
  SourcePayload,
  SourcePayloadPart,
  ReadFile,
  SubjectRole,
  Webhook,
  WebhookDelivery,
];

/**
 * The only DataSource of the project: service, commands, migrations and tests all build on it.
 * The schema changes by migrations alone, never by synchronisation.
 */
export function createDataSource(address: PostgresAddress, use: DataSourceUse = {}): DataSource {
  return new DataSource({ ...dataSourceSettings(address, use), entities: ENTITIES });
}
