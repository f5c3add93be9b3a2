// Network errors; 57P0x, 08…: PostgreSQL starts, stops or breaks the connection; 53…: it lacks resources; 57014: it cancelled the query;
// 25006: it is a read-only standby; SERVER_REFUSED: the shop must not use this server (`RefusedServer`).
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08...|53...|57014|25006|SERVER_REFUSED)$/;

const unavailableMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

export function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error ? `${error.code}` : '';
  return unavailableCodes.test(code) || unavailableMessages.test(error.message);
}
