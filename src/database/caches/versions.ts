/** How often things have changed, by name: data read while its version stayed the same is as good as newly read. */
export class Versions {
  private readonly changes = new Map<string, number>();
  private epoch = 0;

  /** A different text after each change of the name, or of everything. */
  of(name: string): string {
    return `${this.epoch}.${this.changes.get(name) ?? 0}`;
  }

  change(name: string): void {
    this.changes.set(name, (this.changes.get(name) ?? 0) + 1);
  }

  changeAll(): void {
    this.epoch++;
    this.changes.clear();
  }
}
