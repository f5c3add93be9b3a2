/** Returns the message of any thrown value. Logs and queues get only this, because other fields of an error may contain a row. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
