/** Logs and queues get only the message, because other fields of an error may contain a row. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
