import { useSignal } from '@preact/signals';
import { checkConnection, listAgents } from '../api/client';
import { may } from '../api/session';
import type { AgentList, Connection, ConnectionCheck } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Notices } from '../parts/notices';
import { counted } from '../words/words';
import { Findings } from './findings';

/** A connection in the list. What a check found stays until the next one. */
export function ConnectionCard({ connection }: { connection: Connection }) {
	const { name, baseUrl, requestsPerMinute, labels } = connection;
	const found = useSignal<ConnectionCheck | null>(null);
	const agents = useSignal<AgentList | null>(null);
	const check = async () => {
		found.value = null;
		found.value = await checkConnection(name);
		return found.value.ok ? 'The connection works.' : 'The connection does not work as it should. See below.';
	};
	const showAgents = async () => {
		const known = agents.value;
		const next = await listAgents(name, known?.nextOffset ?? 0);
		agents.value = { ...next, items: [...(known?.items ?? []), ...next.items] };
		return undefined;
	};
	return (
		<li class="card" data-key={name}>
			<h2>{name}</h2>
			<dl>
				<dt>Address</dt>
				<dd>{baseUrl}</dd>
				<dt>Limit</dt>
				<dd>{counted(requestsPerMinute, 'request')} a minute</dd>
				{Object.keys(labels).length > 0 && (
					<>
						<dt>Labels</dt>
						<dd>{labelsText(labels)}</dd>
					</>
				)}
			</dl>
			<Notices>
				<div class="buttons">
					{may('start') && <ActionButton label="Check" name={`Check the connection ${name}`} look="main" act={check} />}
					{agents.value === null && (
						<ActionButton label="Show agents" name={`Show agents of ${name}`} act={showAgents} />
					)}
				</div>
				{found.value !== null && <Findings name={name} checks={found.value.checks} />}
				{agents.value !== null && <Agents list={agents.value} name={name} showMore={showAgents} />}
			</Notices>
		</li>
	);
}

/** As people write it in a selector, so that it can be copied into one. */
export function labelsText(labels: Connection['labels']): string {
	return Object.entries(labels)
		.map(([label, value]) => `${label}=${value}`)
		.join(', ');
}

interface AgentsProps {
	list: AgentList;
	name: string;
	showMore: () => Promise<undefined>;
}

function Agents({ list: { items, nextOffset }, name, showMore }: AgentsProps) {
	return (
		<>
			<h3>{items.length === 0 ? 'The key can access no agent' : counted(items.length, 'agent')}</h3>
			<ul class="plain">
				{items.map(({ id, name: agentName }) => (
					<li key={id}>
						{agentName} {agentName !== id && <code>{id}</code>}
					</li>
				))}
			</ul>
			{nextOffset !== null && <ActionButton label="More agents" name={`More agents of ${name}`} act={showMore} />}
		</>
	);
}
