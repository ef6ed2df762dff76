import { readRefusedLead } from '../api/client';
import { useLive } from '../api/live';
import type { RefusedLead } from '../api/types';
import { Loaded } from '../parts/loaded';
import { openIdOf, Panel, panelLink } from '../parts/panel';
import { Fields } from '../parts/value';
import { refusedLink } from './refused-panel-address';

const NAME = 'lead';

/** The address of the panel of a refused lead, on the same page. No id has a space but an agent's. @param sync its id */
export function leadLink(sync: string, { leadId, agentId }: Pick<RefusedLead, 'leadId' | 'agentId'>): string {
	return panelLink(NAME, [leadId, sync, ...(agentId === undefined ? [] : [agentId])].join(' '));
}

/** A lead that the destination refused, as the service has it now, beside the reason. */
export function LeadPanel() {
	const id = openIdOf(NAME);
	if (id === null) return null;
	const [lead = '', sync = '', ...agent] = id.split(' ');
	const agentId = agent.length === 0 ? undefined : agent.join(' ');
	return <OpenLead key={id} id={id} sync={sync} lead={Number(lead)} agentId={agentId} />;
}

interface OpenLeadProps {
	id: string;
	sync: string;
	lead: number;
	agentId: string | undefined;
}

function OpenLead({ id, sync, lead, agentId }: OpenLeadProps) {
	// It is a call with the key of the connection, so it is read once.
	const live = useLive(
		once(() => readRefusedLead(sync, lead, agentId)),
		[sync, lead, agentId],
	);
	return (
		<Panel name={NAME} id={id} title={`Lead ${lead}`}>
			<p>
				<a href={refusedLink(sync)}>All refused leads of the sync</a>
			</p>
			<Loaded live={live}>
				{({ reason, lead: data }) => (
					<>
						<p class="note bad">{reason}</p>
						<Fields fields={Object.entries(data)} />
					</>
				)}
			</Loaded>
		</Panel>
	);
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
	let first: Promise<Value> | null = null;
	return () => {
		first ??= read();
		return first;
	};
}
