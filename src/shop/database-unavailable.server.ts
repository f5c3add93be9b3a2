/**
 * Codes of network errors, of a PostgreSQL server that starts or stops (57P0x, 08…), lacks resources (53…), cancelled a query (57014) or
 * is a read-only standby (25006), and of a server that `server-client.server.ts` refuses.
 */
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08...|53...|57014|25006|SERVER_REFUSED)$/;

const unavailableMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

export function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error ? `${error.code}` : '';
  return unavailableCodes.test(code) || unavailableMessages.test(error.message);
}
