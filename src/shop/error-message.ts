/** The message of anything thrown. Other fields of a database error may repeat a row, so logs and queues get only this. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
