import type { Scope } from '../../../api';
import type { LookUpRefusal, SeenAccount } from '../../../workflows/look-up/activities';
import { CONNECTION_BUSY, CONNECTION_REMOVED } from '../../../workflows/task/failure';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { type AccountReads, READ_SCOPES } from '../../connections';
import { type KeyUse, limitFit, limitTodo, settingText } from '../../pacing';
import { type Check, fail, ok, warn } from '../../problems/check';
import { definitions } from '../definitions';

/** The connection, as its settings have it. */
interface CheckedConnection {
	name: string;
	baseUrl: string;
	/** The use of its key by all connections with this key. */
	key: KeyUse;
}

export interface ConnectionChecks {
	/** Also checks each scope that a read can check: four more calls. */
	scopes?: boolean;
	/** The check fails if the key lacks a scope of these tasks. It only warns of other scopes. */
	tasks?: readonly TaskType[];
	/** The agent to read with. Default: the first that the key can access. */
	agentId?: string | undefined;
}

/** Checks one connection: its key, agents and limit, and on request the key's scopes. It never writes. */
export async function checkConnection(
	connection: CheckedConnection,
	reads: AccountReads,
	{ scopes = false, tasks = [], agentId }: ConnectionChecks = {},
): Promise<Check[]> {
	const account = await reads.account();
	if ('status' in account) return [refused(connection, account)];
	const { name, baseUrl } = connection;
	const checks = [
		ok(`connection ${name}`, `${baseUrl} accepts its key. ${agentsText(account)}`),
		checkLimit(connection, account.limit),
	];
	if (!scopes) return checks;
	const agent = agentId ?? account.agents?.ids[0];
	const seen = new Map<Scope, boolean | null>([['read:agents', account.agents !== null]]);
	for (const scope of READ_SCOPES) seen.set(scope, agent === undefined ? null : await reads.mayRead(scope, agent));
	return [...checks, ...scopeChecks(name, seen, tasks)];
}

/** Shown by name. */
const SHOWN_AGENTS = 10;

function agentsText({ agents }: SeenAccount): string {
	if (agents === null) return 'Without the scope read:agents, the key cannot list its agents.';
	const { ids, total } = agents;
	const shown = ids.slice(0, SHOWN_AGENTS).join(', ');
	return total === 0
		? 'The key can access no agent.'
		: `The key can access ${total} agents: ${shown}${total > SHOWN_AGENTS ? ', ...' : ''}.`;
}

function refused(
	{ name, baseUrl }: CheckedConnection,
	{ type, status, title, detail, retryAfterMs }: LookUpRefusal,
): Check {
	const about = `connection ${name}`;
	const said = `The service says: ${[title, detail ?? ''].filter((text) => text !== '').join(' - ')}`;
	if (status === 401)
		return fail(about, `${baseUrl} refuses its key. ${said}`, `Put a valid key into connections.${name}.apiKey.`);
	if (status === 429)
		return warn(
			about,
			`The key has no calls left this minute. ${said}`,
			`Retry in ${retryAfterMs === null ? 'a minute' : `${Math.ceil(retryAfterMs / 1_000)} s`}. Check whether another program uses the key.`,
		);
	if (type === CONNECTION_REMOVED)
		return fail(
			about,
			"A worker's configuration does not have this connection.",
			'Give the gateway and all workers the same connections. Workers reload them within some seconds. Then check again.',
		);
	if (type === CONNECTION_BUSY)
		return warn(
			about,
			`The worker did not send the call: ${title}.`,
			'Retry in some seconds. If this lasts, check why the service responds slowly, or raise concurrency.calls.',
		);
	if (status === null)
		return fail(about, `${baseUrl} does not answer (${title}).`, `Check the network and connections.${name}.baseUrl.`);
	return fail(
		about,
		`${baseUrl} answers with ${status}. ${said}`,
		`Check connections.${name}.baseUrl, or retry later.`,
	);
}

function checkLimit({ name, key }: CheckedConnection, limit: number | null): Check {
	const check = `connection ${name} limit`;
	const setting = settingText(key);
	if (limit === null)
		return warn(
			check,
			`The service does not report its limit. ${setting}.`,
			"Compare the setting with the key's limit by hand.",
		);
	const allowed = `The service allows ${limit} calls a minute.`;
	switch (limitFit(key, limit)) {
		case 'fits':
			return ok(check, `${allowed} ${setting}.`);
		case 'too high':
			return fail(check, `${allowed} ${setting}, which is too high.`, limitTodo(key, limit));
		case 'too low':
			return warn(check, `${allowed} ${setting}, which is lower.`, limitTodo(key, limit));
	}
}

function scopeChecks(name: string, seen: ReadonlyMap<Scope, boolean | null>, tasks: readonly TaskType[]): Check[] {
	return [...seen].map(([scope, has]) => {
		const check = `connection ${name} ${scope}`;
		const needing = TASK_TYPES.filter((task) => definitions[task].scopes.includes(scope));
		if (has === true) return ok(check, 'The key has this scope.');
		if (has === null)
			return warn(
				check,
				'This scope could not be tested.',
				'Check again in a minute. The test needs an agent that the key can access. On the command line, name one with --agent.',
			);
		const judge = needing.some((task) => tasks.includes(task)) ? fail : warn;
		return judge(
			check,
			`The key lacks this scope. Affected tasks: ${needing.join(', ')}.`,
			`If you need these tasks, create a key with this scope and put it into connections.${name}.apiKey.`,
		);
	});
}
