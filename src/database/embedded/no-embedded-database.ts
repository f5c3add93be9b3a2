/** The embedded PostgreSQL cannot run here; its message is one line for the operator. */
export class NoEmbeddedDatabase extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The shop's own PostgreSQL cannot run here (${reason}). Set DATABASE_URL to use another PostgreSQL.`, {
      cause,
    });
    this.name = 'NoEmbeddedDatabase';
  }
}
