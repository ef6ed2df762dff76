import { post, read } from './gateway';
import { keepFor } from './keep-for';
import type {
	ConnectionList,
	DestinationList,
	Overview,
	PersonSearch,
	RefusedLeadList,
	Review,
	ScheduleList,
	Task,
	TaskDetails,
	TaskPage,
	TaskTypeList,
	Timeline,
	UsageList,
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

/** @param since tasks that failed before it are not shown */
export async function readOverview(since: Date): Promise<Overview> {
	return (await read(`/v1/overview?${new URLSearchParams({ since: since.toISOString() }).toString()}`)) as Overview;
}

/** Workers store their counts once a minute. */
const USAGE_MS = 15_000;

export const readUsage = keepFor(USAGE_MS, async () => (await read('/v1/connections/usage')) as UsageList);

export async function readTimeline(id: string): Promise<Timeline> {
	return (await read(`${taskPath(id)}/timeline`)) as Timeline;
}

/** Begins to look for everything about a person. The address goes into the body, so no address of a page contains it. */
export async function findPerson(email: string): Promise<PersonSearch> {
	return (await post('/v1/persons/find', { email })) as Partial<PersonSearch> as PersonSearch;
}

export async function readPersonSearch(id: string): Promise<PersonSearch> {
	return (await read(`/v1/persons/${encodeURIComponent(id)}`)) as PersonSearch;
}
