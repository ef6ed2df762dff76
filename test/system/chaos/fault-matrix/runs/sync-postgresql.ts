import { z } from 'zod';
import { eventually } from '../../../../support/time/eventually';
import { query } from '../../../../support/postgresql/start-cluster';
import { SyncRun } from './sync';

/** In seconds: a row that is written, or committed, sleeps so long. */
const HELD_SECONDS = 22;

/**
 * A row in `holds` makes the transaction that moves its agent's sync row sleep, in the statement or in the commit, with a
 * lock that others can see.
 */
const HOLDS = `
CREATE TABLE holds (number bigint PRIMARY KEY, agent_id text NOT NULL, phase text NOT NULL);
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE held bigint;
BEGIN
	SELECT number INTO held FROM holds WHERE agent_id = NEW.agent_id AND phase = TG_ARGV[0];
	IF held IS NOT NULL THEN
		PERFORM pg_advisory_xact_lock_shared(1, held::int);
		PERFORM pg_sleep(${HELD_SECONDS});
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER hold_statement AFTER INSERT OR UPDATE ON agent_knowledge_syncs
	FOR EACH ROW EXECUTE FUNCTION hold('in-the-sink');
CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT OR UPDATE ON agent_knowledge_syncs
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold('sink-commit');
`;

const thereRow = z.array(z.object({ isMade: z.boolean() }));
const lockRow = z.array(z.object({ held: z.coerce.number() }));
const leadRow = z.array(z.object({ lead: z.coerce.number(), id: z.string(), at: z.coerce.number() }));

/** Waits for the worker's table, which it makes while it serves already. */
export async function makeHolds(databaseUrl: string): Promise<void> {
	await eventually(
		async () =>
			thereRow.parse(await query(databaseUrl, 'SELECT to_regclass(\'agent_knowledge_syncs\') IS NOT NULL AS "isMade"')),
		([{ isMade } = { isMade: false }]) => isMade,
		'The table of syncs',
	);
	await query(databaseUrl, HOLDS);
}

export class PostgresqlRun extends SyncRun {
	protected readonly destination = 'database';
	protected readonly leads = 110;

	/** More than a page. */
	protected override fill(): Promise<void> {
		return this.world.admin.generate(this.agent, { kind: 'leads', count: this.leads, days: 20 });
	}

	protected async hold(): Promise<void> {
		const { point } = this.cell;
		if (point !== 'in-the-sink' && point !== 'sink-commit') return;
		const sql = 'INSERT INTO holds (number, agent_id, phase) VALUES ($1, $2, $3)';
		await query(this.world.databaseUrl, sql, [this.number, this.agent, point]);
	}

	protected async unhold(): Promise<void> {
		await query(this.world.databaseUrl, 'DELETE FROM holds WHERE number = $1', [this.number]);
	}

	protected async destinationFaultAt(): Promise<number | null> {
		const sql = "SELECT count(*) AS held FROM pg_locks WHERE locktype = 'advisory' AND classid = 1 AND objid = $1";
		const [row] = lockRow.parse(await query(this.world.databaseUrl, sql, [this.number]));
		return (row?.held ?? 0) > 0 ? Date.now() : null;
	}

	protected async written() {
		const sql = `SELECT lead_id AS lead, ctid::text AS id, extract(epoch FROM synced_at) * 1000 AS at
			FROM leads WHERE agent_id = $1`;
		return leadRow.parse(await query(this.world.databaseUrl, sql, [this.agent]));
	}
}
