import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { TASK_TYPES } from '../../workflows/contracts';
import { lastStage, OUTCOMES } from '../../workflows/task/outcomes';
import { SEPARATOR } from '../../workflows/task/ids';
import { UNSEARCHABLE } from '../../workflows/task/searchable-text';
import type { TaskStatus } from '../../workflows/task/statuses';
import { keyErrorOf } from '../temporal/payload-codec';
import type { Keyring } from '../temporal/keyring';
import { executionInfo, executionInfoWithoutMemo, type ListedExecution } from '../temporal/executions';
import { currentRuns } from './current-runs';
import { waitingStagesOf } from './definitions';
import { invalidPageToken } from './task-problems';
import type { TakeOvers } from './take-overs';
import type { ListTasks, Named } from './task-service';
import { describeTask, type TaskPage, type TaskView } from './task-view';
import { quoted } from './visibility-text';

const DEFAULT_LIMIT = 20;

export interface ListWith {
	client: Client;
	keyring: Keyring;
	takeOvers: TakeOvers;
}

/** One page of tasks, newest first. The client's own list pages through all of them. @throws Problem `invalid_request` */
export async function listPage({ client, keyring, takeOvers }: ListWith, request: ListTasks): Promise<TaskPage> {
	const { namespace } = client.options;
	const query = listQuery(request);
	// An agent that gets a name, or a connection that gets a label, must not end the paging.
	const asked = listQuery(withoutNames(request));
	const pageSize = request.limit ?? DEFAULT_LIMIT;
	for (let from: Uint8Array = openPageToken(keyring, asked, request.pageToken); ;) {
		const page = { namespace, query, pageSize, nextPageToken: from };
		const { executions, nextPageToken } = await client.workflowService.listWorkflowExecutions(page);
		const noted = await takeOvers.noteIn(await tasksOf(client, await currentRuns(client, executions)));
		const items = request.needsAttention === true ? noted.filter(({ takenOver }) => takenOver === undefined) : noted;
		// An empty page would look like the end of the list.
		if (items.length > 0 || nextPageToken.length === 0)
			return { items, nextPageToken: sealPageToken(keyring, asked, nextPageToken) };
		from = nextPageToken;
	}
}

function withoutNames({ named: _named, within: _within, ...request }: ListTasks): ListTasks {
	return request;
}

/** How many runs of a query are looked at for what was done again since. */
const LOOKED_AT = 200;

/**
 * The newest ended tasks of a query, and how many there are. Only among the newest 200 runs does it leave out those whose
 * task was started again since, or was taken over by another one.
 */
export async function listEnded(
	{ client, takeOvers }: Omit<ListWith, 'keyring'>,
	query: string,
	limit: number,
): Promise<CountedTasks> {
	const { namespace } = client.options;
	const [{ count }, { executions }] = await Promise.all([
		client.workflow.count(query),
		client.workflowService.listWorkflowExecutions({ namespace, query, pageSize: LOOKED_AT }),
	]);
	const current = await takeOvers.noteIn(await tasksOf(client, await currentRuns(client, executions)));
	const open = current.filter(({ takenOver }) => takenOver === undefined);
	// Temporal counts and lists at different moments.
	const left = Math.max(count - (executions.length - open.length), open.length);
	return { count: left, items: open.slice(0, limit) };
}

export interface CountedTasks {
	count: number;
	items: TaskView[];
}

/** The newest tasks of a query. */
export async function listNewest(client: Client, query: string, limit: number): Promise<TaskView[]> {
	const { namespace } = client.options;
	const { executions } = await client.workflowService.listWorkflowExecutions({ namespace, query, pageSize: limit });
	return tasksOf(client, executions);
}

async function tasksOf(client: Client, executions: readonly ListedExecution[]): Promise<TaskView[]> {
	const infos = await Promise.all(executions.map((raw) => readable(client, raw)));
	return infos.map(describeTask).filter((view) => view !== null);
}

/** Without its memo if no key decrypts it, so that such a task does not hide the others. */
async function readable(client: Client, raw: ListedExecution): Promise<WorkflowExecutionInfo> {
	try {
		return await executionInfo(client, raw);
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return executionInfoWithoutMemo(client, raw);
	}
}

/**
 * Temporal's page token with a digest of the query it belongs to: for a changed token or another query the server would
 * return an error of its own or a wrong page.
 */
export function sealPageToken(keyring: Keyring, query: string, token: Uint8Array | null | undefined): string | null {
	if (token === null || token === undefined || token.length === 0) return null;
	const text = Buffer.from(token).toString('base64url');
	const { keyVersion, mac } = keyring.mac(['page', query, text]);
	return [text, mac, Buffer.from(keyVersion).toString('base64url')].join('.');
}

/** @throws Problem `invalid_request` */
export function openPageToken(keyring: Keyring, query: string, sealed: string | undefined): Buffer {
	if (sealed === undefined) return Buffer.alloc(0);
	const [text = '', mac = '', version = ''] = sealed.split('.');
	const keyVersion = Buffer.from(version, 'base64url').toString();
	// Node reads base64url that has other characters in it, too. Only what this gateway wrote is a token.
	const isWhole = sealed === [text, mac, Buffer.from(keyVersion).toString('base64url')].join('.');
	if (!isWhole || !keyring.has(keyVersion) || !keyring.matches({ keyVersion, mac }, ['page', query, text])) {
		throw invalidPageToken();
	}
	return Buffer.from(text, 'base64url');
}

/** The query of each status in Temporal's visibility. A task's own timeout is a stage, and so may be a cancellation. */
export const STATUS_QUERIES: Readonly<Record<TaskStatus, string>> = {
	running: "ExecutionStatus = 'Running'",
	completed: "ExecutionStatus = 'Completed'",
	cancelled: "(ExecutionStatus = 'Canceled' OR (ExecutionStatus = 'Failed' AND AkStage = 'cancelled'))",
	failed:
		"((ExecutionStatus = 'Failed' AND AkStage != 'timed_out' AND AkStage != 'cancelled') OR ExecutionStatus = 'Terminated')",
	timed_out: "(ExecutionStatus = 'TimedOut' OR (ExecutionStatus = 'Failed' AND AkStage = 'timed_out'))",
};

const RUNNING = STATUS_QUERIES.running;
const PERSON_STAGES = TASK_TYPES.flatMap((type) => waitingStagesOf(type).map((stage) => ({ type, stage })));
/** Running tasks that wait for a person. */
const WAITS = `${RUNNING} AND (${PERSON_STAGES.map(({ type, stage }) => `(AkTask = '${type}' AND AkStage = '${stage}')`).join(' OR ')})`;
const WAITS_NOT = PERSON_STAGES.map(({ type, stage }) => `(AkTask != '${type}' OR AkStage != '${stage}')`).join(
	' AND ',
);

/** The last stages of completed tasks that somebody has to look at. An end means the same for every task that has it. */
const ATTENTION_STAGES = [
	...new Set(
		TASK_TYPES.flatMap((type) =>
			Object.entries(OUTCOMES[type]).flatMap(([ending, { needsAttention }]) =>
				needsAttention ? [`'${lastStage('completed', ending)}'`] : [],
			),
		),
	),
].join(', ');
/** A task that another started is reported by that one. */
export const TOP_LEVEL = 'ParentWorkflowId IS NULL';
/** Ended tasks that somebody has to look at. */
export const NEEDS_ATTENTION = `(${STATUS_QUERIES.failed} OR ${STATUS_QUERIES.timed_out} OR (${STATUS_QUERIES.completed} AND AkStage IN (${ATTENTION_STAGES})))`;
const NEEDS_NO_ATTENTION = `(${RUNNING} OR ${STATUS_QUERIES.cancelled} OR (${STATUS_QUERIES.completed} AND AkStage NOT IN (${ATTENTION_STAGES})))`;

const NOBODY: Named = { types: [], connections: [], agents: [], schedules: [] };
/** A query has no room for thousands. Whoever means more types more. */
const MOST_NAMED = 200;

type Wanted = Omit<ListTasks, 'fresh' | 'reasons' | 'limit' | 'pageToken'>;
type FilterName = Exclude<keyof Wanted, 'type' | 'status' | 'named'>;
type Given = { [Name in FilterName]: NonNullable<Wanted[Name]> };
type Conditions = { readonly [Name in FilterName]: (value: Given[Name], named: Named | undefined) => string };

/** The condition of each filter in Temporal's visibility. */
const CONDITIONS: Conditions = {
	id: (ids) => `WorkflowId IN (${ids.map(quoted).join(', ')})`,
	connection: (name) => `AkConnection = ${quoted(name)}`,
	within: connectionQuery,
	agentId: (agentId) => `AkAgent = ${quoted(agentId)}`,
	ended: (isWanted) => (isWanted ? "ExecutionStatus != 'Running'" : RUNNING),
	needsAttention: (isWanted) => (isWanted ? NEEDS_ATTENTION : NEEDS_NO_ATTENTION),
	waitsForPerson: (isWanted) => (isWanted ? WAITS : WAITS_NOT),
	search: searchQuery,
	types: (types) => `AkTask IN (${types.map(quoted).join(', ')})`,
	statuses: (statuses) => `(${statuses.map((each) => STATUS_QUERIES[each]).join(' OR ')})`,
	startedFrom: (time) => `StartTime >= ${timeOf(time)}`,
	startedBefore: (time) => `StartTime < ${timeOf(time)}`,
	endedFrom: (time) => `CloseTime >= ${timeOf(time)}`,
	endedBefore: (time) => `CloseTime < ${timeOf(time)}`,
	parent: (id) => `ParentWorkflowId = ${quoted(id)}`,
};

/** Temporal compares times as text. */
function timeOf(text: string): string {
	return quoted(new Date(text).toISOString());
}

const FILTERS = Object.keys(CONDITIONS) as FilterName[];

function conditionOf<Name extends FilterName>(
	name: Name,
	given: { [Each in Name]?: Given[Each] | undefined },
	named?: Named,
): string[] {
	const value: Given[Name] | undefined = given[name];
	return value === undefined ? [] : [CONDITIONS[name](value, named)];
}

/** The query of a list of tasks. A run that continued as new is not a separate task. */
export function listQuery(wanted: Wanted): string {
	const { type, status, named } = wanted;
	return [
		type === undefined ? 'AkTask IS NOT NULL' : `AkTask = ${quoted(type)}`,
		status === undefined ? "ExecutionStatus != 'ContinuedAsNew'" : STATUS_QUERIES[status],
		...FILTERS.flatMap((name) => conditionOf(name, wanted, named)),
	].join(' AND ');
}

/** No connection has this name. */
const NO_CONNECTION = '-';

/** Only what belongs to one of these connections. */
export function connectionQuery(names: readonly string[]): string {
	return `AkConnection IN (${(names.length === 0 ? [NO_CONNECTION] : names).map(quoted).join(', ')})`;
}

/**
 * People see ids without their type too. Temporal compares beginnings only, so parts of names come as what they name.
 * Contents of tasks are encrypted, so Temporal cannot search them.
 */
function searchQuery(text: string, named: Named | undefined): string {
	const ids = text.includes(SEPARATOR) ? [text] : [text, ...TASK_TYPES.map((type) => type + SEPARATOR + text)];
	const starts = ids.map((id) => `WorkflowId STARTS_WITH ${quoted(id)}`);
	return `(${[...starts, `AkAgent STARTS_WITH ${quoted(text)}`, ...namedQueries(named)].join(' OR ')})`;
}

function namedQueries({ types, connections, agents, schedules }: Named = NOBODY): string[] {
	const attributes = { AkTask: types, AkConnection: connections, AkAgent: agents, TemporalScheduledById: schedules };
	return Object.entries(attributes).flatMap(([attribute, values]) => {
		const fit = values.filter((value) => !UNSEARCHABLE.test(value)).slice(0, MOST_NAMED);
		return fit.length === 0 ? [] : [`${attribute} IN (${fit.map(quoted).join(', ')})`];
	});
}
