import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { CONNECTION_INCIDENT, type OpenIncident } from '../../../workflows/connection-incident/incident';
import { CONNECTION_FAULTS } from '../../../workflows/task/event';
import { executionInfo, listExecutions } from '../../temporal/executions';
import { keyErrorOf } from '../../temporal/payload-codec';
import { connectionWork } from '../connections';
import { listNewest, listQuery } from '../list-tasks';
import type { Troubles } from '../overview';
import type { ScheduleService } from '../schedules';
import { type IncidentService, type IncidentsView, INCIDENT_KINDS, type OpenIncidentView } from './incident-service';
import { ofConnection, ofFailures, ofSchedule, ofSyncs, ofWaiting, stillOpen } from './open-incidents';
import { recoveredSince } from './recovered';

const DAY_MS = 24 * 3_600_000;
/** The newest ones of each kind. A page of thousands helps nobody. */
const MOST = 200;

const incidentSchema: z.ZodType<OpenIncident> = z.object({
	connection: z.string(),
	cause: z.enum(CONNECTION_FAULTS),
	reason: z.string(),
	since: z.string(),
	blocks: z.object({ syncs: z.number(), tasks: z.number(), schedules: z.number() }),
});
/** Absent until people are told of it. */
const memoSchema = z.object({ incident: incidentSchema });

/** What is wrong now and what works again, read from what the overview reads and from the incidents of connections. */
export class TemporalIncidents implements IncidentService {
	constructor(
		private readonly client: Client,
		private readonly schedules: Pick<ScheduleService, 'list'>,
		private readonly troubles: Troubles,
	) {}

	async read(allowed: ReadonlySet<string> | null): Promise<IncidentsView> {
		const since = new Date(Date.now() - DAY_MS);
		const may = ({ connection }: { connection: string }) => allowed === null || allowed.has(connection);
		const { client, troubles } = this;
		const within = allowed === null ? undefined : [...allowed];
		const [connections, syncs, schedules, failed, waiting, recovered] = await Promise.all([
			this.#failingConnections(may),
			troubles.syncs(within),
			troubles.schedules(within),
			troubles.failed(since, MOST, within),
			listNewest(client, listQuery({ waitsForPerson: true, within }), MOST),
			recoveredSince(client, since, within),
		]);
		const open = [
			...stillOpen(connections, recovered),
			...ofSyncs(syncs),
			...schedules.map(ofSchedule),
			...(await ofFailures(failed.items, (task) => troubles.explain(task))),
			...ofWaiting(waiting),
		];
		return { open: open.toSorted(byWeight), recovered };
	}

	async #failingConnections(may: (of: { connection: string }) => boolean): Promise<OpenIncidentView[]> {
		const query = `WorkflowType = '${CONNECTION_INCIDENT}' AND ExecutionStatus = 'Running'`;
		const found: OpenIncident[] = [];
		for await (const raw of listExecutions(this.client, query)) {
			const incident = await incidentIn(this.client, raw);
			if (incident !== null && may(incident)) found.push(incident);
		}
		return Promise.all(
			found.map(async (incident) =>
				ofConnection(incident, await connectionWork(this.client, this.schedules, incident.connection)),
			),
		);
	}
}

async function incidentIn(client: Client, raw: Parameters<typeof executionInfo>[1]): Promise<OpenIncident | null> {
	try {
		return memoSchema.safeParse((await executionInfo(client, raw)).memo).data?.incident ?? null;
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return null;
	}
}

/** A connection blocks everything else of it. */
function byWeight(one: OpenIncidentView, other: OpenIncidentView): number {
	const kinds = INCIDENT_KINDS.indexOf(one.kind) - INCIDENT_KINDS.indexOf(other.kind);
	return kinds === 0 ? one.since.localeCompare(other.since) : kinds;
}
