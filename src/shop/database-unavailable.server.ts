/**
 * The network, PostgreSQL's own words for starting and stopping (57P0x, 08…), no room
 * or connection left (53…), a standby that only reads, and a query cut short.
 */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08...|53...|57014|25006)$/;

/** What `pg` says without a code. */
const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether an error says that the database cannot be reached now, so that asking again later may help. */
export function databaseUnavailable(error: Error): boolean {
  const code = 'code' in error ? `${error.code}` : '';
  return codes.test(code) || messages.test(error.message);
}
