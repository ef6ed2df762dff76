import { change, newKey, post, read } from './gateway';
import { keepFor } from './keep-for';
import type {
	BulkPreview,
	BulkSelection,
	AgentList,
	ConnectionCheck,
	BucketList,
	ColumnMapping,
	ConnectionList,
	DeliveryPage,
	DestinationList,
	DestinationTypeList,
	DestinationWithSecret,
	Incidents,
	Overview,
	PersonSearch,
	Preview,
	EmailConversationList,
	HookList,
	MailboxList,
	RefusedLeadList,
	SyncedAgentList,
	RefusedLeadWithData,
	Review,
	ScheduleBody,
	ScheduleList,
	StoredDestination,
	Subscription,
	SubscriptionList,
	SubscriptionWithSecret,
	SchedulePreview,
	ScheduleSaved,
	ScheduleView,
	TablePreview,
	Task,
	TaskChecked,
	TaskDetails,
	TaskPage,
	TaskStarted,
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

/** @param bearer a token that is not yet the tab's; null: who is signed in without one */
export async function whoAmI(bearer?: string | null): Promise<WhoAmI> {
	return (await read('/v1/whoami', bearer)) as WhoAmI;
}

/** Signs in the browser, and so all its tabs. @param bearer a token of the gateway */
export async function beginSession(bearer: string): Promise<void> {
	await change({ method: 'POST', path: '/v1/session', bearer });
}

/** Signs in the browser with the code of the link that opened this page. */
export async function redeemCode(code: string): Promise<void> {
	await change({ method: 'POST', path: '/session', body: { code } });
}

/** Signs out the browser, and so all its tabs. */
export async function endSession(): Promise<void> {
	await change({ method: 'DELETE', path: '/v1/session' });
}

/** @param query as GET /v1/tasks takes it; a parameter that stands there more than once as a list */
export async function listTasks(query: Readonly<Record<string, string | readonly string[]>>): Promise<TaskPage> {
	const parameters = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
	return (await read(`/v1/tasks?${new URLSearchParams(parameters).toString()}`)) as TaskPage;
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

/** Starts an ended task again, under its own id. */
export async function retryTask(id: string): Promise<TaskStarted> {
	return (await post(`${taskPath(id)}/actions/retry`)) as TaskStarted;
}

/**
 * Starts a task for the failed items of an ended one.
 * @param key the Idempotency-Key: a repeat returns the same task
 */
export async function retryFailed(id: string, key: string): Promise<TaskStarted> {
	const headers = { 'idempotency-key': key };
	return (await change({ method: 'POST', path: `${taskPath(id)}/actions/retry-failed`, headers })) as TaskStarted;
}

/** What a knowledge-sync would make of an uploaded table. @param columns null: by the titles */
export async function previewTable(blob: string, columns: ColumnMapping | null): Promise<TablePreview> {
	const body = { blob, ...(columns !== null && { columns }) };
	return (await change({ method: 'POST', path: '/v1/knowledge-tables', body })) as TablePreview;
}

/** @param id of a sync @param query as GET /v1/tasks/{id}/refused takes it */
export async function readRefused(id: string, query: Readonly<Record<string, string>>): Promise<RefusedLeadList> {
	return (await read(`${taskPath(id)}/refused?${new URLSearchParams(query).toString()}`)) as RefusedLeadList;
}

/** The agents of a sync of several. @param id of the sync */
export async function listSyncedAgents(id: string): Promise<SyncedAgentList> {
	return (await read(`${taskPath(id)}/agents`)) as SyncedAgentList;
}

/** A refused lead as the service has it now, which needs the role `start`. @param id of the sync */
export async function readRefusedLead(id: string, leadId: number, agentId?: string): Promise<RefusedLeadWithData> {
	const query = agentId === undefined ? '' : `?agentId=${encodeURIComponent(agentId)}`;
	return (await read(`${taskPath(id)}/refused/${leadId}${query}`)) as RefusedLeadWithData;
}

export async function listHooks() {
	return ((await read('/v1/hooks')) as HookList).items;
}

/** @param search empty: all @param withInput the names of those that have their input. Default: none */
export async function listSchedules(search = '', withInput: readonly string[] = []) {
	const text = search.trim();
	const searched = text === '' ? [] : [['search', text]];
	const query = new URLSearchParams([...searched, ...withInput.map((id) => ['withInput', id])]).toString();
	return ((await read(`/v1/schedules${query === '' ? '' : `?${query}`}`)) as ScheduleList).items;
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

export const listDestinationTypes = keepFor(
	CATALOGUE_MS,
	async () => ((await read('/v1/destination-types')) as DestinationTypeList).items,
);

/** @param since tasks that failed before it are not shown */
export async function readOverview(since: Date): Promise<Overview> {
	return (await read(`/v1/overview?${new URLSearchParams({ since: since.toISOString() }).toString()}`)) as Overview;
}

export async function readIncidents(): Promise<Incidents> {
	return (await read('/v1/incidents')) as Incidents;
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

/** Begins to erase everything about a person. */
export async function erasePerson(email: string): Promise<PersonSearch> {
	return (await post('/v1/persons/erase', { email })) as Partial<PersonSearch> as PersonSearch;
}

export async function readPersonSearch(id: string): Promise<PersonSearch> {
	return (await read(`/v1/persons/${encodeURIComponent(id)}`)) as PersonSearch;
}

function connectionPath(name: string): string {
	return `/v1/connections/${encodeURIComponent(name)}`;
}

/** Makes up to five calls with the key of a connection. */
export async function checkConnection(name: string): Promise<ConnectionCheck> {
	return (await change({ method: 'POST', path: `${connectionPath(name)}/check` })) as ConnectionCheck;
}

/** The agents that the key of a connection can access. @param offset nextOffset of the list before */
export async function listAgents(connection: string, offset = 0): Promise<AgentList> {
	return (await read(`${connectionPath(connection)}/agents?offset=${offset}`)) as AgentList;
}

/** The path of a destination below the gateway's address. */
export function destinationPath(name: string): string {
	return `/v1/destinations/${encodeURIComponent(name)}`;
}

/** As they are now, unlike `listDestinations`. */
export async function readDestinations() {
	return ((await read('/v1/destinations')) as DestinationList).items;
}

/** @returns what the check did */
export async function checkDestination(name: string): Promise<{ proven: boolean; detail: string }> {
	const path = `${destinationPath(name)}/check`;
	return (await change({ method: 'POST', path })) as { proven: boolean; detail: string };
}

export async function previewLeads(name: string, connection: string, agentId: string): Promise<Preview> {
	const path = `${destinationPath(name)}/preview`;
	return (await change({ method: 'POST', path, body: { connection, agentId } })) as Preview;
}

export async function readDestination(name: string): Promise<StoredDestination> {
	return (await read(destinationPath(name))) as StoredDestination;
}

/** @param key the Idempotency-Key: a repeat returns the same secret */
export async function createDestination(body: object, key: string): Promise<DestinationWithSecret> {
	const headers = { 'idempotency-key': key };
	return (await change({ method: 'POST', path: '/v1/destinations', body, headers })) as DestinationWithSecret;
}

/** @param version the one that the person saw; if there is a newer one, the gateway refuses it with 412 */
export async function saveDestination(
	name: string,
	{ version, key, ...body }: { version: number; key: string; [setting: string]: unknown },
): Promise<StoredDestination> {
	const headers = { 'if-match': `"${version}"`, 'idempotency-key': key };
	return (await change({ method: 'PUT', path: destinationPath(name), body, headers })) as StoredDestination;
}

export async function rotateDestination(name: string): Promise<DestinationWithSecret> {
	return (await change({
		method: 'POST',
		path: `${destinationPath(name)}/rotate-secret`,
		headers: { 'idempotency-key': newKey() },
	})) as DestinationWithSecret;
}

export async function deleteDestination(name: string): Promise<void> {
	await change({ method: 'DELETE', path: destinationPath(name) });
}

/** The path of a subscription below the gateway's address. */
export function subscriptionPath(id: string): string {
	return `/v1/subscriptions/${encodeURIComponent(id)}`;
}

export async function readSubscriptions() {
	return (await read('/v1/subscriptions')) as SubscriptionList;
}

export async function listSubscriptions() {
	return (await readSubscriptions()).items;
}

/** @param key the Idempotency-Key: a repeat creates nothing more */
export async function createSubscription(body: object, key: string): Promise<SubscriptionWithSecret> {
	const headers = { 'idempotency-key': key };
	return (await change({ method: 'POST', path: '/v1/subscriptions', body, headers })) as SubscriptionWithSecret;
}

/** @param body the fields to change */
export async function changeSubscription(id: string, body: object, key: string): Promise<Subscription> {
	const headers = { 'idempotency-key': key };
	return (await change({ method: 'PATCH', path: subscriptionPath(id), body, headers })) as Subscription;
}

export async function rotateSubscription(id: string): Promise<SubscriptionWithSecret> {
	return (await change({
		method: 'POST',
		path: `${subscriptionPath(id)}/rotate-secret`,
		headers: { 'idempotency-key': newKey() },
	})) as SubscriptionWithSecret;
}

export async function deleteSubscription(id: string): Promise<void> {
	await change({ method: 'DELETE', path: subscriptionPath(id) });
}

/** @param pageToken nextPageToken of the page before */
export async function listDeliveries(id: string, pageToken?: string): Promise<DeliveryPage> {
	const query = new URLSearchParams({ limit: '20', ...(pageToken === undefined ? {} : { pageToken }) });
	return (await read(`${subscriptionPath(id)}/deliveries?${query.toString()}`)) as DeliveryPage;
}

export async function resendDelivery(id: string, deliveryId: string): Promise<void> {
	const path = `${subscriptionPath(id)}/deliveries/${encodeURIComponent(deliveryId)}/resend`;
	await change({ method: 'POST', path, headers: { 'idempotency-key': newKey() } });
}

export async function sendSample(id: string, event: string): Promise<void> {
	const path = `${subscriptionPath(id)}/send-sample`;
	await change({ method: 'POST', path, body: { event }, headers: { 'idempotency-key': newKey() } });
}

/** The newest email conversations of an agent. */
export async function listEmailConversations(connection: string, agentId: string) {
	const path = `/v1/connections/${encodeURIComponent(connection)}/agents/${encodeURIComponent(agentId)}/email-conversations`;
	return ((await read(path)) as EmailConversationList).items;
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

/** What a bulk action would do now. It does nothing. */
export async function previewBulk(chosen: BulkSelection): Promise<BulkPreview> {
	return (await change({ method: 'POST', path: '/v1/bulk-actions/preview', body: chosen })) as BulkPreview;
}

export async function readSchedule(id: string): Promise<ScheduleView> {
	return (await read(schedulePath(id))) as ScheduleView;
}

/** @param version the one to change. Null: a new schedule, whose name must be free */
export async function saveSchedule(id: string, body: ScheduleBody, version: string | null): Promise<ScheduleSaved> {
	const headers: Record<string, string> = version === null ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` };
	return (await change({ method: 'PUT', path: schedulePath(id), body, headers })) as ScheduleSaved;
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
