import { type ApiClient, ApiError, createClient, type ResponseInfo, type Scope } from '../../../api';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import type { ConnectionConfig } from '../../config';
import { type Check, checkClock, fail, ok, warn } from './check';
import { definitions } from '../../tasks/definitions';

const ANSWER_WITHIN_MS = 10_000;
const AGENTS = 100;

interface ConnectionChecks {
	/** Also checks each scope that a read can check: four more calls. */
	scopes?: boolean;
	/** The check fails if the key lacks a scope of these tasks. It only warns of other scopes. */
	tasks?: readonly TaskType[];
	/** The agent to read with. Default: the first that the key can access. */
	agentId?: string | undefined;
}

/** Checks one connection: its key, agents, limit and clock, and on request the key's scopes. */
export async function checkConnection(
	name: string,
	{ baseUrl, apiKey, requestsPerMinute }: ConnectionConfig,
	{ scopes = false, tasks = [], agentId }: ConnectionChecks = {},
): Promise<Check[]> {
	const about = `connection ${name}`;
	const answers: ResponseInfo[] = [];
	const onResponse = (info: ResponseInfo) => void answers.push(info);
	const api = createClient({ baseUrl, apiKey, timeoutMs: ANSWER_WITHIN_MS, onResponse });
	const agents = await readAgents(api);
	if (agents instanceof ApiError && agents.status !== 403) return [refused(about, name, baseUrl, agents)];
	const key = ok(about, `${baseUrl} accepts its key. ${agentsText(agents)}`);
	const { rateLimit = null, serverTime = null } = answers.at(-1) ?? {};
	const checks = [key, checkLimit(about, name, requestsPerMinute, rateLimit?.limit ?? null)];
	if (serverTime !== null) checks.push(checkClock(`${about} clock`, baseUrl, serverTime));
	if (!scopes) return checks;
	const agent = agentId ?? (agents instanceof ApiError ? undefined : agents.ids[0]);
	const seen = new Map<Scope, boolean | null>([['read:agents', !(agents instanceof ApiError)]]);
	for (const [scope, read] of READS)
		seen.set(scope, agent === undefined ? null : await mayRead(() => read(api, agent)));
	return [...checks, ...scopeChecks(about, name, seen, tasks)];
}

/** One read of one agent per scope. No check writes, so the write scopes show only when a task writes. */
const READS: ReadonlyArray<[Scope, (api: ApiClient, id: string) => Promise<unknown>]> = [
	['read:sources', (api, id) => api.call('getTrainingStatus', { params: { id } })],
	['read:leads', (api, id) => api.call('listLeads', { params: { id }, query: { limit: 1 } })],
	['read:email', (api, id) => api.call('listMailboxes', { params: { id } })],
	['read:conversations', (api, id) => api.call('listConversations', { params: { id }, query: { limit: 1 } })],
];

interface SeenAgents {
	ids: string[];
	total: number;
}

async function readAgents(api: ApiClient): Promise<SeenAgents | ApiError> {
	try {
		const { items, total } = await api.call('listAgents', { query: { limit: AGENTS } });
		return { ids: items.map(({ id }) => id), total };
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
}

/** Null if the response says nothing about the scope. */
async function mayRead(read: () => Promise<unknown>): Promise<boolean | null> {
	try {
		await read();
		return true;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return error.status === 403 ? false : null;
	}
}

function agentsText(agents: SeenAgents | ApiError): string {
	if (agents instanceof ApiError) return 'Without the scope read:agents, the key cannot list its agents.';
	const { ids, total } = agents;
	const shown = ids.slice(0, 10).join(', ');
	return total === 0
		? 'The key can access no agent.'
		: `The key can access ${total} agents: ${shown}${total > 10 ? ', ...' : ''}.`;
}

function refused(about: string, name: string, baseUrl: string, { status, title, detail }: ApiError): Check {
	const said = `The service says: ${[title, detail ?? ''].filter((text) => text !== '').join(' - ')}`;
	if (status === 401)
		return fail(about, `${baseUrl} refuses its key. ${said}`, `Put a valid key into connections.${name}.apiKey.`);
	if (status === 429)
		return warn(
			about,
			`The key has no calls left this minute. ${said}`,
			'Retry in a minute. Check whether another program uses the key.',
		);
	if (status === null)
		return fail(about, `${baseUrl} does not answer (${title}).`, `Check the network and connections.${name}.baseUrl.`);
	return fail(
		about,
		`${baseUrl} answers with ${status}. ${said}`,
		`Check connections.${name}.baseUrl, or retry later.`,
	);
}

function checkLimit(about: string, name: string, setting: number, limit: number | null): Check {
	const check = `${about} limit`;
	const set = `Set connections.${name}.requestsPerMinute to ${limit}.`;
	if (limit === null)
		return warn(
			check,
			`The service does not report its limit. The setting is ${setting} calls a minute.`,
			"Compare the setting with the key's limit by hand.",
		);
	if (limit < setting)
		return fail(check, `The service allows ${limit} calls a minute, but the setting says ${setting}.`, set);
	if (limit > setting)
		return warn(check, `The service allows ${limit} calls a minute, but the setting says only ${setting}.`, set);
	return ok(check, `${limit} calls a minute, as configured.`);
}

function scopeChecks(
	about: string,
	name: string,
	seen: ReadonlyMap<Scope, boolean | null>,
	tasks: readonly TaskType[],
): Check[] {
	return [...seen].map(([scope, has]) => {
		const check = `${about} ${scope}`;
		const needing = TASK_TYPES.filter((task) => definitions[task].scopes.includes(scope));
		if (has === true) return ok(check, 'The key has this scope.');
		if (has === null)
			return warn(check, 'This scope could not be tested.', 'Name an agent that the key can access with --agent.');
		const judge = needing.some((task) => tasks.includes(task)) ? fail : warn;
		return judge(
			check,
			`The key lacks this scope. Affected tasks: ${needing.join(', ')}.`,
			`If you need these tasks, create a key with this scope and put it into connections.${name}.apiKey.`,
		);
	});
}
