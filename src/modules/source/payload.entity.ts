import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A page that a source sent in a unit of work, stored for a while. */
@Entity('source_payload')
@Index('source_payload_by_age', ['received_at', 'stored_bytes'])
export class SourcePayload {
  @PrimaryColumn('uuid') run_id: string;

  /** number of the unit in its run */
  @PrimaryColumn('integer') unit: number;

  /** from 0 */
  @PrimaryColumn('integer') page: number;

  /** of the page as received, decompressed; lower-case hexadecimal */
  @Column('text') sha256: string;
  @Column('bigint') bytes: string;
  @Column('bigint') stored_bytes: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) received_at: Date;
}

/** A part of a page, gzipped. */
@Entity('source_payload_part')
export class SourcePayloadPart {
  @PrimaryColumn('uuid') run_id: string;
  @PrimaryColumn('integer') unit: number;
  @PrimaryColumn('integer') page: number;
  @PrimaryColumn('integer') part: number;
  @Column('bytea') content: Buffer;
}
