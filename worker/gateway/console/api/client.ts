import { change, read } from './gateway';
import { keepFor } from './keep-for';
import type {
	AgentList,
	BucketList,
	ConnectionList,
	DestinationList,
	MailboxList,
	RefusedLeadList,
	Review,
	ScheduleBody,
	ScheduleList,
	SchedulePreview,
	ScheduleView,
	Task,
	TaskChecked,
	TaskDetails,
	TaskPage,
	TaskStarted,
	TaskTypeList,
	WhoAmI,
} from './types';

/** What the console reads. Every call throws a GatewayError when the gateway refuses it. */

/** What rarely changes is read again after this time, in ms. */
const CATALOGUE_MS = 60_000;

/** The path of a task below the gateway's address. */
export function taskPath(id: string): string {
	return `/v1/tasks/${encodeURIComponent(id)}`;
}

/** @param bearer a token that is not yet the tab's */
export async function whoAmI(bearer?: string): Promise<WhoAmI> {
	return (await read('/v1/whoami', bearer)) as WhoAmI;
}

/** @param query as GET /v1/tasks takes it */
export async function listTasks(query: Readonly<Record<string, string>>): Promise<TaskPage> {
	return (await read(`/v1/tasks?${new URLSearchParams(query).toString()}`)) as TaskPage;
}

export async function readTask(id: string): Promise<Task> {
	return (await read(taskPath(id))) as Task;
}

export async function readDetails(id: string): Promise<TaskDetails> {
	return (await read(`${taskPath(id)}/details`)) as TaskDetails;
}

/** @param id of a task that asks a person */
export async function readReview(id: string): Promise<Review> {
	return (await read(`${taskPath(id)}/review`)) as Review;
}

/** @param id of a sync */
export async function listRefused(id: string) {
	return ((await read(`${taskPath(id)}/refused`)) as RefusedLeadList).items;
}

export async function listSchedules() {
	return ((await read('/v1/schedules')) as ScheduleList).items;
}

export const listTaskTypes = keepFor(CATALOGUE_MS, async () => ((await read('/v1/task-types')) as TaskTypeList).items);

export const listConnections = keepFor(
	CATALOGUE_MS,
	async () => ((await read('/v1/connections')) as ConnectionList).items,
);

export const listDestinations = keepFor(
	CATALOGUE_MS,
	async () => ((await read('/v1/destinations')) as DestinationList).items,
);

/** The agents that the key of a connection can access. */
export async function listAgents(connection: string): Promise<AgentList> {
	return (await read(`/v1/connections/${encodeURIComponent(connection)}/agents`)) as AgentList;
}

/** The mailboxes from which an agent can send. */
export async function listMailboxes(connection: string, agentId: string) {
	const path = `/v1/connections/${encodeURIComponent(connection)}/agents/${encodeURIComponent(agentId)}/mailboxes`;
	return ((await read(path)) as MailboxList).items;
}

export async function listBuckets() {
	return ((await read('/v1/buckets')) as BucketList).items;
}

/** Asks what a start would refuse, and what the person should know before it. It starts nothing. */
export async function checkTask(type: string, input: object): Promise<TaskChecked> {
	return (await change({ method: 'POST', path: '/v1/tasks/check', body: { type, input } })) as TaskChecked;
}

/** @param key the Idempotency-Key: a repeat with the same key and input starts nothing more */
export async function startTask(type: string, input: object, key: string): Promise<TaskStarted> {
	const headers = { 'idempotency-key': key };
	return (await change({ method: 'POST', path: `/v1/tasks/${type}`, body: input, headers })) as TaskStarted;
}

export async function readSchedule(id: string): Promise<ScheduleView> {
	return (await read(schedulePath(id))) as ScheduleView;
}

/** @param version the one to change. Null: a new schedule, whose name must be free */
export async function saveSchedule(id: string, body: ScheduleBody, version: string | null): Promise<ScheduleView> {
	const headers: Record<string, string> = version === null ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` };
	return (await change({ method: 'PUT', path: schedulePath(id), body, headers })) as ScheduleView;
}

export async function deleteSchedule(id: string): Promise<void> {
	await change({ method: 'DELETE', path: schedulePath(id) });
}

/** The next five times of cron lines, before a schedule is saved. */
export async function previewTimes(cron: string[], timeZone: string): Promise<SchedulePreview> {
	const body = { cron, timeZone };
	return (await change({ method: 'POST', path: '/v1/schedules/preview', body })) as SchedulePreview;
}

function schedulePath(id: string): string {
	return `/v1/schedules/${encodeURIComponent(id)}`;
}
