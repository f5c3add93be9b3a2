/** The network, a start or stop (57P0x, 08…), no room or connection (53…), a read-only standby, a query cut short. */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08...|53...|57014|25006)$/;

const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

export function databaseUnavailable(error: Error): boolean {
  const code = 'code' in error ? `${error.code}` : '';
  return codes.test(code) || messages.test(error.message);
}
