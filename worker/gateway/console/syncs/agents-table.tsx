import { listSyncedAgents } from '../api/client';
import { useLive } from '../api/live';
import type { SyncedAgentList } from '../api/types';
import { NameAndId } from '../parts/agent-name';
import { Loaded } from '../parts/loaded';
import { Table } from '../parts/table';
import { Ago } from '../parts/times';

type Agent = SyncedAgentList['items'][number];

const STATES: Readonly<Record<Agent['state'], string>> = {
	first_read: 'Reading its existing leads',
	up_to_date: 'Up to date',
	gone: 'The key can no longer access it',
	other_sync: 'A sync of its own brings its leads',
	paused: 'Paused',
	full: 'Blocked by refused leads',
	not_wanted: 'No longer part of this sync',
};

const COLUMNS = ['Agent', 'State', 'Synced', 'Refused', 'Read until'];

/** The agents of a running sync of several, a row for each. @param sync its id */
export function AgentsTable({ sync }: { sync: string }) {
	const live = useLive(() => listSyncedAgents(sync), [sync]);
	return (
		<Loaded live={live}>
			{({ items }) =>
				items.length === 0 ? null : (
					<Table columns={COLUMNS} stacks>
						{items.map((agent) => (
							<AgentRow key={agent.agentId} agent={agent} />
						))}
					</Table>
				)
			}
		</Loaded>
	);
}

function AgentRow({ agent }: { agent: Agent }) {
	const { agentId, name, leadsSynced, leadsRefused, completeUntil, state, problem } = agent;
	return (
		<tr>
			<td>
				<NameAndId name={name} agentId={agentId} />
			</td>
			<td class={state === 'gone' || problem !== undefined ? 'bad' : undefined}>
				{problem === undefined ? STATES[state] : `${problem.title}. ${problem.detail}`}
			</td>
			<td data-label="Synced">{leadsSynced.toLocaleString('en')}</td>
			<td data-label="Refused">{leadsRefused.toLocaleString('en')}</td>
			<td data-label="Read until">{completeUntil === null ? 'Not yet' : <Ago at={completeUntil} />}</td>
		</tr>
	);
}
