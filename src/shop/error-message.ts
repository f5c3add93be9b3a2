/** Logs and queues get only the message, because other fields of a database error may contain values of a row. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
