import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listAgents } from '../api/client';

/** The names of a connection are asked for again after so long if an agent has none. Milliseconds. */
const AGAIN_MS = 10 * 60_000;

/** Names by connection and id. */
const known = signal<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map());
const askedAt = new Map<string, number>();
let lastRead: Promise<void> = Promise.resolve();

export interface AgentNameProps {
	connection: string;
	agentId: string;
}

/** An agent as people know it, and its id. The id alone until the name is known, or if the service does not show it. */
export function AgentName({ connection, agentId }: AgentNameProps) {
	const name = known.value.get(connection)?.get(agentId);
	useEffect(() => {
		if (name === undefined) askFor(connection);
	}, [connection, name]);
	const isNamed = name !== undefined && name !== agentId;
	return (
		<>
			<bdi>{name ?? agentId}</bdi>
			{isNamed && <span class="soft">{` ${agentId}`}</span>}
		</>
	);
}

/** One connection after another: a page can show tasks of forty. */
function askFor(connection: string): void {
	const now = Date.now();
	if (connection === '' || now - (askedAt.get(connection) ?? 0) < AGAIN_MS) return;
	askedAt.set(connection, now);
	lastRead = lastRead.then(() => readNames(connection));
}

async function readNames(connection: string): Promise<void> {
	try {
		const { items } = await listAgents(connection);
		const names = new Map(items.map(({ id, name }) => [id, name]));
		known.value = new Map(known.value).set(connection, names);
	} catch {
		// The ids say which agents are meant. The page of connections shows what is wrong.
	}
}
