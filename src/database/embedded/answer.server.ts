import pg from 'pg';
import { type Access, urlOf } from './access.server.ts';

export type Answer = 'yes' | 'not-yet' | 'wrong-password';

const startingUp = '57P03';
const invalidPassword = '28P01';

/** Whether the PostgreSQL of this `cluster` takes our password on our port. */
export async function askServer(access: Access, cluster: string): Promise<Answer | null> {
  const client = new pg.Client({ connectionString: urlOf(access), connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('cluster_name') as cluster`);
    return rows[0].cluster === cluster ? 'yes' : null;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === invalidPassword) return 'wrong-password';
    return code === startingUp ? 'not-yet' : null;
  } finally {
    await client.end().catch(() => {});
  }
}
