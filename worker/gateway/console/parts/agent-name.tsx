import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { agentNames } from '../api/agent-names';

export interface AgentNameProps {
	connection: string;
	agentId: string | null;
	/** What stands there without an agent. Default: nothing */
	children?: ComponentChildren;
}

/** An agent as people know it, and its id: the id alone until the name is known, or if the service does not show it. */
export function AgentName({ connection, agentId, children }: AgentNameProps) {
	const name = agentId === null ? null : (agentNames.of(connection, agentId) ?? null);
	// Each time a list is read again, because a gateway that was away may be back.
	useEffect(() => {
		if (agentId !== null && name === null) agentNames.want(connection);
	});
	return agentId === null ? children : <NameAndId name={name} agentId={agentId} />;
}

/** @param name null: it is unknown */
export function NameAndId({ name, agentId }: { name: string | null; agentId: string }) {
	return (
		<>
			<bdi>{name ?? agentId}</bdi>
			{name !== null && name !== agentId && <span class="soft">{` ${agentId}`}</span>}
		</>
	);
}
