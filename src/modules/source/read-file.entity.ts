import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A file that a source has read, in its state at that time. */
@Entity('source_file')
@Index('source_file_content', ['source', 'sha256'])
export class ReadFile {
  @PrimaryColumn('text') source: string;
  @PrimaryColumn('text') name: string;
  @Column('bigint') size: string;
  @Column('timestamptz') modified_at: Date;

  /** of the file as stored there; lower-case hexadecimal */
  @Column('text') sha256: string;
  @Column('uuid') run_id: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) read_at: Date;
}
