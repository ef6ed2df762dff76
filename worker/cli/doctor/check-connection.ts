import { type ApiClient, ApiError, createClient, type ResponseInfo, type Scope } from '../../../api';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import type { ConnectionConfig } from '../../config';
import { type Check, checkClock, fail, ok, warn } from './check';
import { definitions } from '../../tasks/definitions';

const ANSWER_WITHIN_MS = 10_000;
const AGENTS = 100;

interface ConnectionChecks {
	/** Tries each scope that can be tried by reading: four more calls. */
	scopes?: boolean;
	/** Whose key may do what they need, or the check fails; a scope that no such task needs is only told. */
	tasks?: readonly TaskType[];
	/** The agent to read with; left out: the first that the key sees. */
	agentId?: string | undefined;
}

/** What is looked at with one connection: its key, agents, limit and clock, and the key's scopes where wanted. */
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
	const key = ok(about, `${baseUrl} takes its key. ${agentsText(agents)}`);
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

/** Each with one read of one agent. Writing scopes show only when a task writes: nothing is written to try them. */
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

/** Null where the answer tells nothing of the scope. */
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
	if (agents instanceof ApiError) return 'Which agents it sees cannot be told without the scope read:agents.';
	const { ids, total } = agents;
	const shown = ids.slice(0, 10).join(', ');
	return total === 0 ? 'It sees no agent.' : `It sees ${total} agents: ${shown}${total > 10 ? ', ...' : ''}.`;
}

function refused(about: string, name: string, baseUrl: string, { status, title, detail }: ApiError): Check {
	const said = `The service says: ${[title, detail ?? ''].filter((text) => text !== '').join(' - ')}`;
	if (status === 401)
		return fail(about, `${baseUrl} refuses its key. ${said}`, `Put a valid key into connections.${name}.apiKey.`);
	if (status === 429)
		return warn(
			about,
			`The key has no call left this minute. ${said}`,
			'Try again in a minute. Does somebody else use the key?',
		);
	if (status === null)
		return fail(about, `${baseUrl} does not answer (${title}).`, `Check the network and connections.${name}.baseUrl.`);
	return fail(
		about,
		`${baseUrl} answers with ${status}. ${said}`,
		`Check connections.${name}.baseUrl, or try again later.`,
	);
}

function checkLimit(about: string, name: string, setting: number, limit: number | null): Check {
	const check = `${about} limit`;
	const set = `Set connections.${name}.requestsPerMinute to ${limit}.`;
	if (limit === null)
		return warn(
			check,
			`The service does not announce its limit; the setting is ${setting} a minute.`,
			'Compare the two by hand.',
		);
	if (limit < setting)
		return fail(check, `The service allows ${limit} calls a minute, the setting says ${setting}.`, set);
	if (limit > setting) return warn(check, `The service allows ${limit} calls a minute, only ${setting} are used.`, set);
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
		if (has === true) return ok(check, 'The key has it.');
		if (has === null) return warn(check, 'It cannot be told.', 'Name an agent that the key sees with --agent.');
		const judge = needing.some((task) => tasks.includes(task)) ? fail : warn;
		return judge(
			check,
			`The key has it not, so that these cannot work: ${needing.join(', ')}.`,
			`Make a key that has it and put it into connections.${name}.apiKey, if they are wanted.`,
		);
	});
}
